import type { EverydayTalk } from '../everyday-talks.ts';

export const workshopTeam: EverydayTalk = {
  id: 'workshop-team',
  messages: 380,
  people: ['Ines', 'Dragan', 'Wiebke', 'Paul', 'Femi', 'Rosa'],
  facts: `
Dragan: the big saw threw its belt, we're down until the part comes
Ines: how long?
Dragan: Thursday if the supplier keeps his word

Wiebke: hotel Adler wants 36 bedside tables instead of chairs, oiled oak
Paul: nice one

Rosa: I'm expecting in August, so no more lacquer for me please
Ines: congratulations!!
Femi: I'll do the spraying then

Paul: rent of the hall goes up to 4,150 from July
Ines: we knew it would

Femi: my visa was extended until 2029, thanks for the letter Ines
Wiebke: so happy for you

Ines: delivery to the library is on the 24th, both floors
Dragan: I'll drive

Paul: our oak comes from Kowalczyk now, the old sawmill closed down
Rosa: are they any good?
Paul: knots here and there but honest people

Dragan: I cut my thumb, five stitches, nothing dramatic
Ines: take the week off

Wiebke: the museum would like the benches in ash and not in walnut
Paul: cheaper for them too

Ines: alarm code changed, it's the founding year backwards
Femi: ok

Rosa: the hotel reduced the order to 28 tables, rooms on the fourth floor stay closed
Dragan: pity

Ines: library moved us, they want it on the 2nd of the following month
Paul: ok I'll tell the movers

Femi: water came through the skylight over the finishing room, two table tops are ruined
Wiebke: insurance?
Ines: they pay everything above 500

Paul: I quit smoking six weeks ago, that's why I'm eating all the biscuits
Rosa: respect!

Wiebke: trade fair in Cologne costs us 3,900 with the stand, I'd skip it
Ines: agreed, we don't go this year

Dragan: truck passed the inspection, but they want new tyres before winter
Ines: get an offer

Rosa: midwife moved the date, it'll be early September rather
Femi: even better

Paul: new price for an hour of our work: 68, it was 62
Wiebke: about time

Femi: I signed up for the master's course, evenings from October
Dragan: then you'll be my boss soon

Ines: Mr Brandt from the bank said yes to the loan for the CNC machine, 85,000 over six years
Paul: yesss

Wiebke: Mrs Okafor complained, the drawer of her dresser sticks
Dragan: I'll plane it on Tuesday

Dragan: CNC arrives in two crates, we need the forklift from next door
Rosa: I asked them, it's ours for the day

Ines: apprentice found: Lotte, nineteen, she built her own kayak
Wiebke: wow
`,
  asides: `
Paul: my brother restores a boat, needs 12 metres of larch
Ines: ask Kowalczyk

Femi: the radio in the hall only gets the church channel now
Rosa: amen

Wiebke: school wants coat hooks for 90 children, pine
Paul: boring but good money

Dragan: gate motor hums, I greased it
Ines: thanks

Rosa: my flatmate sprained her ankle at the trade school
Femi: ouch

Ines: electricity bill is 1,310 for the quarter
Paul: the extractor eats it

Paul: old man Petersen wants his rocking chair back by Easter
Wiebke: it's glued already

Wiebke: someone from the newspaper comes on Monday, photos in the hall
Dragan: I'll shave

Femi: 14 clamps missing, I counted twice
Dragan: nine are in the truck

Ines: bank closes its branch in our street
Rosa: of course

Dragan: forklift course costs 260 per person
Ines: let's do two

Rosa: the vinegar trick works on the stains of the ash board
Paul: told you

Paul: library's architect prefers round corners everywhere
Femi: routers ready

Wiebke: Mr Lindemann paid after the third reminder
Ines: miracle

Femi: my cousin drives trucks to Portugal, he could bring cork
Wiebke: ask for a price

Ines: fire inspection passed, one extinguisher too old
Dragan: replaced

Rosa: museum shop sells our stools for 149
Paul: crazy

Dragan: band saw blade lasted seven weeks, record
Femi: you treat it well

Paul: biscuits are from my aunt in Bremen
Rosa: she's a saint

Wiebke: hotel Seeblick asks for a sample of the headboard
Paul: walnut veneer?

Ines: the accountant needs all receipts from 2024
Wiebke: in the green boxes

Femi: there's a nest above the gate, please don't slam it
Rosa: sweet

Dragan: winter salt has eaten the truck's step
Paul: weld it

Rosa: Lotte's kayak? no, the poster in the cellar is Femi's
Femi: true

Ines: city wants 200 for the sign on the wall
Paul: per year??

Wiebke: dresser no. 3 sold to a dentist from Husum
Ines: full price!

Paul: knife sharpening van comes every second Wednesday
Dragan: at last
`,
  templates: `
@1: anyone seen the [small clamps/long ruler/orbital sander/good chisel]?
@2: [bench three/in the truck/I had it yesterday/no]

@1: [oak/ash/walnut/plywood] delivery [is here/comes tomorrow/is late/was short by two boards]
@2: [I'll count/ok/call them/stack it at the back please]

@1: the [hotel/library/museum/school] called about the [tables/benches/shelves/invoice]
@2: [what now/I call back/Wiebke has that/tell them Friday]
@1: [ok/done/they were friendly this time]

@1: [glue/oil/lacquer/sandpaper] is running low
@2: [ordered/put it on the list/again?/there's some in the cellar]

@1: who drives to [the supplier/Cologne/the customer/the dump] [today/tomorrow/on Tuesday]?
@2: [me/Dragan I think/I can after lunch/the truck is empty by the way]

@1: [dust extractor/compressor/band saw/planer] [sounds funny/is loud again/needs a service/runs]
@2: [belt?/don't touch it/I'll look/fine by me]

@1: coffee is ready [and there are biscuits//, last cups/and Rosa brought cake]
@2: [coming/bless you/save me one]

@1: please [sweep the finishing room/switch off the heating/lock the hall/close the skylight] tonight
@2: [will do/always me/yes/done]

@1: [top coat/second coat/first coat] on the [tables/benches/dresser/shelves] is [dry/sticky/on/ok]
@2: [good/then we pack tomorrow/give it a night/thanks]

@1: the [drawing/offer/contract/date] for the [museum/hotel/library/school] is [on the desk/in the folder/still missing]
@2: [thanks/I'll read it tonight/the price looks low/ok]

@1: [late today/doctor at four/train stuck/leaving at three], sorry
@2: [no problem/take care/ok]

@1: how many [hours/boards/screws/drawers] do we have for the [bench/table/dresser/counter]?
@2: [enough/ask Paul/count again/too few]

@1: [lovely/cold/hot/rainy] in the hall today
@2: [open the gate/yes/close the gate please/my fingers]
`,
  questions: `
one | why can't we cut anything at the moment? | the big saw threw its belt
one | What is the hotel getting from us? | wants 36 bedside tables instead of chairs
one | Who supplies our timber? | our oak comes from Kowalczyk now
one | How did Dragan hurt himself? | I cut my thumb, five stitches
one | How do I switch off the burglar alarm? | it's the founding year backwards
one | How much of the damage do we have to carry ourselves? | they pay everything above 500
one | What bad habit did Paul give up? | I quit smoking six weeks ago
one | How big is the credit for the new machine? | 85,000 over six years
one | What was wrong with Mrs Okafor's furniture? | the drawer of her dresser sticks
one | Which qualification is Femi working towards? | signed up for the master's course
one | What did Lotte make herself before she came to us? | she built her own kayak
changed | How many pieces does the hotel want now? | reduced the order to 28 tables
changed | When do we bring the things to the library? | they want it on the 2nd of the following month
changed | What do we charge per hour? | new price for an hour of our work: 68
changed | When is Rosa's baby due? | it'll be early September rather
several | What happened with the hotel's order? | wants 36 bedside tables instead of chairs | reduced the order to 28 tables
several | What do we hear about Rosa's pregnancy? | I'm expecting in August | it'll be early September rather
time | Until when may Femi stay in the country? | visa was extended until 2029
time | From what month do we pay more for the building? | rent of the hall goes up to 4,150 from July
who | Who takes over spraying? | I'll do the spraying then
who | Who advised against the exhibition? | trade fair in Cologne costs us 3,900
who | Whose forklift do we use? | we need the forklift from next door
not | Which wood did the museum not want? | benches in ash and not in walnut
not | Which event are we leaving out this year? | we don't go this year
inference | May we ask Rosa to varnish the shelves? | so no more lacquer for me please
inference | Is the lorry ready for the cold season? | they want new tyres before winter
`,
  remarks: `
I can't remember how many tables the hotel wants now | reduced the order to 28 tables
no idea who supplies our oak these days | our oak comes from Kowalczyk now
give me the price for an hour of work again | new price for an hour of our work: 68
I wonder which wood the museum asked for | benches in ash and not in walnut
the sum of the loan for the CNC please | 85,000 over six years
`,
};
