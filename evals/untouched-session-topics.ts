/** Topics of sessions that are used only for reports. */
import { sessionTopics } from './session-topics.ts';

export const untouchedSessionTopics = sessionTopics(`
topic: camping with children
ask: How do I keep a tent dry inside? | What can be cooked on one burner? | Could you list games for a rainy afternoon? | Which knots should a nine-year-old know? | How warm must a sleeping bag be? | Help me find a rhythm for long drives.
say: Pitch the tent with its back to the [wind/weather] and open both vents, since most of the water inside comes from breath.
say: A sleeping bag's comfort figure is honest for [men/adults], so add five degrees for children.
say: One burner is enough for couscous, eggs and [pancakes/noodle soup], if everything is cut before the flame is lit.
say: The bowline and the clove hitch cover [nine/eight] tasks out of ten around a camp.
say: Long drives work in blocks of ninety minutes with a real [playground/brook] in between.
say: Head torches with red light keep eyes used to the dark and moths [away/calm].
say: Rainy afternoons pass with charades, whittling and a [treasure map/story told in turns].
say: Mats matter more than bags, because the ground takes away more warmth than the [air/night].
say: Hang food from a branch or lock it into the car, as [foxes/martens] read zips.
say: Wet shoes dry overnight when stuffed with [newspaper/a dry towel].
say: A bucket, a brush and warm water turn washing up into a [game/competition].
say: Check for ticks each evening, in the folds of knees and [behind the ears/along the hairline].
say: Give each child one job that really counts, such as [pegs/water/the lantern].
say: Meadow sites are soft but wet in the morning, forest sites are dry but [root-filled/dark].
say: A tarp over the table changes a bad day into an [ordinary/easy] one.
user: What size of roof box fits? {We bought an old VW Caddy in mustard yellow for these trips}, and the back seats stay in. | What sort of vehicle do we travel in? | A mustard yellow Caddy, how cheerful.
user: Draft a mail to the site near the Müritz: {our pitch is number 62, by the boathouse, for three nights}. | Which spot did we reserve at the lake? |
assistant: What is a good first hike for small legs? | Looking at the distances, {the "Otter Loop" of 4.3 km with the hanging bridge is the one I would take}, clockwise. | How long was the walk that you picked for the little ones?
prefer: About food ideas, {our two are vegetarian and hate mushrooms, but they love anything on a stick}. | What can we grill on Saturday night? | On a stick and without mushrooms, got it.
changed: How many pegs are normal? {Our tent sleeps four and weighs eleven kilos}. | Can a child carry poles? {We swapped it for one of six kilos that sleeps five}. => How heavy is the tent that we have?
several: What does one wear for that? {We spent the long weekend at the Edersee}. | How do I get resin out of hair? {The nights in the Harz were colder than forecast}. | Which charger is weatherproof? {We are just back from the dunes on Texel}. => At how many places did we pitch the tent this season?
time: What if a child is afraid of fish? {Lotte caught her first perch this evening}. | How do I treat a burn? {Emil burnt his hand on the lantern yesterday}. => Which happened sooner, Emil's injury or the fish that Lotte caught?
decoy: The neighbours have a tent of nineteen kilos and need a trolley for it.
decoy: My brother's family travels in a white camper van with a shower.
decoy: Our friends reserved pitch 18 at the sea and were flooded.

topic: buying a used car
ask: What should I check on a test drive? | How do I read a service history? | Is a timing belt worse than a chain? | What questions unmask a bad dealer? | Explain the cost of ownership. | How do I negotiate politely?
say: Start the engine cold, listen for [rattles/ticking] in the first seconds and watch the colour of the smoke.
say: A full service book with stamps from [one/two] garages is worth more than a shiny bonnet.
say: Belts want changing every [90,000/120,000] kilometres or ten years, and the bill is the reason many cars are sold.
say: Run a magnet in a cloth along the sills, for filler does not [hold/attract] it.
say: Ask why it is being sold, and ask again [later/in other words] when you sit inside.
say: Depreciation eats more than fuel in the first four years, and less than [tyres/insurance] after the tenth.
say: Name your figure after the test drive, then be [silent/quiet] for as long as you can.
say: Tyres older than [six/seven] years are due whatever their tread says.
say: Uneven wear at the front points to the [suspension/alignment], which may be cheap or not.
say: Have a lift booked at a neutral garage, since [eighty/a hundred] euros there may save thousands.
say: Check the coolant for oil, the oil for [coffee-coloured foam/water], and the boot for damp.
say: Compare ten offers of the same year before you see the first, so that you know what is [dear/fair].
say: A private seller gives no warranty, a dealer must, which explains a part of the [gap/price].
say: Take a friend along who is [bored/unimpressed] by cars.
say: Chargers, winter wheels and the second key are where a deal is rounded off.
user: Is a loan sensible? {The bank offered me 5.9 percent over four years}. | What interest would I pay? | 5.9 percent is about the average at the moment.
user: What about towing? {I have to pull my uncle's horse trailer, which is 1.6 tonnes loaded}. | How much weight must the car be able to draw? |
assistant: What would you offer for the Octavia? | With that mileage and the scratched door, {I would open at 8,350 euros and not go above 8,900}. | At what amount did you advise me to begin the bargaining?
prefer: Some limits: {no touchscreens for the heating, I want real buttons, and I like estates more than SUVs}. | Which models are worth a look for me? | Real buttons and an estate, then.
changed: How do I set up a search? {I can spend up to 9,000 euros}. | Which alerts make sense? {My father is adding something, so 11,500 euros is the ceiling as of now}. => What is the most I can pay?
several: How honest are photos? {I looked at a Mazda 6 in Linz}. | What does a dull headlight mean? {The Volvo in Wels smelt of dog}. | Is a dent on the roof bad? {I drove the Octavia of a teacher from Steyr}. => Which cars have I gone to see?
time: How do I cancel insurance? {I handed the keys of my old Polo to the scrapyard today}. | Where do I find a mechanic? {Two hours ago I failed to get a loan at the savings bank}. => How long after the bank said no did I scrap the Polo?
decoy: My cousin got 2.9 percent from his bank, because he works there.
decoy: My neighbour can pay 30,000 euros and still complains.
decoy: A friend's boat trailer weighs two tonnes.

topic: working for myself
ask: How do I number invoices? | What goes into an offer? | Could you explain advance tax payments? | How do I say no to a client kindly? | Which reserves are sensible? | What makes a good contract?
say: Number invoices without gaps, and put the year in [front/the beginning], so that a missing one is seen at once.
say: Set aside [thirty/thirty-five] percent of what comes in on a second account and never look at it.
say: An offer should say what is not included, for that is where the [quarrels/surprises] begin.
say: Advance payments follow last year's profit, so a good year is followed by an [expensive/unpleasant] spring.
say: Say no with a date: not now, but [in autumn/after the project] I would gladly look at it.
say: A contract of two pages that both have read is better than one of twenty that [nobody/neither] has.
say: Hourly rates hide your progress, while fixed prices [reward/show] it.
say: Remind late payers after [seven/ten] days in a friendly tone, then weekly in a shorter one.
say: Keep receipts as pictures named by date and [shop/purpose].
say: Three clients are safer than one, even if one of them pays [double/best].
say: Insurance for damage to data is cheap compared with the [sleep/nights] it saves.
say: Review your prices every January, and tell clients in [November/October].
say: Write down how long things took, not to bill it but to [guess/estimate] better.
say: An office at home counts only if it is used for [nothing else/work alone].
say: A quarterly look at the figures with a cup of tea prevents a yearly one with [tears/aspirin].
user: I need a polite reminder: {the Kestrel Museum still owes me for the audio guide, invoice 2026-014}. | Who hasn't paid yet? | A museum of that size usually pays after one reminder.
user: Which form is it? {My tax adviser, Frau Seidl, is on maternity leave until March}. | Why can't I reach the person who does my taxes? |
assistant: What should my day rate be? | Adding up your costs and the free weeks, {I come to 640 euros a day, with a floor of 560 for charities}. | What lowest day rate did you calculate for good causes?
prefer: For my texts: {please write without exclamation marks and never call people "valued customers"}. | Can you draft an e-mail about my new prices? |
changed: Is my office too dear? {I rent a desk in the Alte Post for 190 euros}. | Can I deduct it fully? {The desk costs me 230 euros from this month on}. => What does my workplace cost?
several: How should I plan capacity? {The zoo wants signs in three languages from me}. | Can I ask for half in advance? {A publisher from Bregenz ordered a children's atlas}. | Who owns sketches? {The tram company took my offer for the timetable redesign}. => Which projects have clients given me?
time: Do I need a stamp? {I registered my trade at the chamber today}. | How do I celebrate cheaply? {The first client transferred money this morning}. => How many days passed from the registration to my first income?
decoy: A friend rents a whole studio for 900 euros and shares it.
decoy: My sister's tax adviser retired last year.
decoy: The museum where my mother works pays after three days.

topic: knitting
ask: How do I fix a dropped stitch three rows down? | Which cast-on is stretchy? | Please explain short rows. | How do I choose yarn for a sweater? | What is blocking? | Can you convert a pattern into the round?
say: A crochet hook lifts a dropped stitch row by row, from the [back/front] for purl and from the other side for knit.
say: The German twisted cast-on is [stretchy/elastic] enough for socks and looks neat.
say: Short rows add length where the body needs it, at the [neck/bust/heel], without a seam.
say: Swatch in the round if you will knit in the round, and wash it the way you will wash the [piece/sweater].
say: Superwash grows when wet, at times by a whole [size/hand].
say: Block lace with wires and pins, and leave it until it is [bone dry/quite dry].
say: Cotton has no memory, so ribbing in it gets [tired/wide] by the evening.
say: A lifeline of dental floss through every [tenth/twentieth] row saves evenings.
say: Holding a thread of mohair along hides uneven tension and adds [warmth/halo].
say: Colourwork lies flat if floats are caught every [four/five] stitches and the right needle is spread.
say: Buttonholes come out even when you knit both fronts [at once/side by side].
say: Weigh the ball before and after a sleeve, then you know if it [lasts/is enough].
say: Wooden needles hold slippery yarn, steel ones make you [faster/quick].
say: Write the row on paper, as a counter is always on the [other/wrong] table.
say: Seams are best sewn by daylight, with a [lighter/smoother] yarn of the same tone.
user: How much should I buy? {I am making the cardigan for my godchild Amira, who turns six in spring}. | For whom am I knitting the jacket? | Amira will love it.
user: A washing label, please: {the yarn is from a flock of Coburg sheep kept by the prison in Straubing}. | What animals does my wool come from? |
assistant: Which needle for this lace? | From your swatch I conclude that {you need 3.25 mm tips on an 80 cm cable, going down to 2.75 for the edge}. | What needle size did you work out for the border?
prefer: A rule for suggestions: {nothing with mohair, it makes me sneeze, and I love deep greens and rust}. | Which yarn could I buy for a winter hat? |
changed: Is that slow? {I finished 18 rows of the blanket}. | Which stitch for the rim? {The blanket has grown to 64 rows}. => How far have I got with the blanket?
several: How do I stop laddering? {The grey mittens for the postman are done}. | Do I need a lining? {Last night I bound off the beret}. | What about pilling? {The socks for Uncle Veit came off the needles too}. => What have I completed?
time: How do I wind a skein? {I joined the Thursday circle at the parish hall}. | Is that normal wear? {My favourite needle broke in the tram}. => Was it before or after joining the group that the needle snapped?
decoy: A woman in the tram had knitted a jacket for her dog.
decoy: My aunt has done 200 rows of her blanket since Sunday.
decoy: The shop on the corner sells alpaca from Peru.

topic: reading circle
ask: How do I lead a discussion? | Can you compare two translations? | Which novels work for a mixed group? | How do I remember what I read? | What is an unreliable narrator? | Could you suggest questions for chapter one?
say: Begin with a page everybody liked or hated, because [opinions/feelings] come before thoughts.
say: An unreliable narrator shows in what the others in the scene [do/leave out].
say: Translations age faster than originals, mostly in their [dialogue/swearing].
say: Choose books under [three/four] hundred pages, if you want people to finish them.
say: A question that can be answered with yes is a [dead end/closed door].
say: Read the first paragraph aloud, then ask what it [promises/hides].
say: Notes in the margin are good, but a line on a card after each [sitting/chapter] is better.
say: Let the quietest person choose the next [title/passage].
say: Novels with several voices give a mixed group [handles/something to hold on to].
say: Compare the ending with the one you would have [written/expected].
say: Historical background is best kept for the second half of the [evening/meeting].
say: If somebody has not finished, agree on whether the [end/twist] may be told.
say: Poetry wants to be read twice, with a [pause/breath] in between.
say: Keep a list of what was rejected and why, it is [funny/instructive] after a year.
say: A good evening ends ten minutes before people are [tired/ready].
user: Could you phrase a reminder? {We meet at Henrike's bookshop, in the room behind the maps}. | Where does my group get together? | The room behind the maps sounds cosy.
user: Which gift is right? {The one who never finishes a book is Balthasar, our retired judge}. | Who in the circle doesn't read to the end? |
assistant: Which edition should we order? | For reading aloud {I would get the Manesse edition of 1998 with the notes by Lorenz, page 412 has the map}. | On what page is the map in the edition you recommended?
prefer: When you choose titles for me: {I avoid war stories, and I like odd, funny books by authors who are not from Europe}. | What should I read on the train next month? |
changed: How many chairs do we need? {There are seven of us}. | Is that too large to talk? {With the two nurses the circle has ten people}. => How many members do we have?
several: How do you rate satire? {In January we did "The Wall"}. | What is magic realism? {For the February evening it was "Pedro Páramo"}. | Who writes like that? {We just discussed "Convenience Store Woman"}. => Which books has the group talked about?
time: How do I write to an author? {The author Kim Thúy answered my letter today}. | Where can I read in public? {I dropped my reader into the bath}. => Which came first, the writer's reply or the ruined e-reader?
decoy: My brother's reading group has forty people and a microphone.
decoy: The library's group gets together in a cellar.
decoy: A colleague avoids novels and reads only about bridges.

topic: Heizung und Dämmung
language: de
ask: Was bringt ein hydraulischer Abgleich? | Wie finde ich Wärmebrücken? | Welche Förderung gibt es? | Wie lüftet man richtig? | Kannst du mir Wärmepumpen erklären? | Was sagt der Energieausweis?
say: Beim Abgleich bekommt jeder Heizkörper nur so viel Wasser, wie er [braucht/verträgt], und die Vorlauftemperatur kann sinken.
say: Wärmebrücken findet man an kalten Tagen mit einer [Kamera/Hand], am ehesten an Rollladenkästen.
say: Stoßlüften für [fünf/sieben] Minuten tauscht die Luft, ohne die Wände auszukühlen.
say: Eine Wärmepumpe arbeitet umso besser, je kleiner der Abstand zwischen Quelle und [Vorlauf/Heizung] ist.
say: Die oberste Geschoßdecke ist fast immer die [billigste/lohnendste] Maßnahme.
say: Der Ausweis beruht oft auf Normwerten und nicht auf dem [Verbrauch/Bewohner].
say: Förderungen müssen vor dem Auftrag beantragt werden, sonst sind sie [verloren/weg].
say: Innendämmung verlangt Sorgfalt beim Anschluss, weil sonst Feuchte in die [Wand/Balken] wandert.
say: Große Heizflächen erlauben [35/40] Grad im Vorlauf, und das hört man der Rechnung an.
say: Thermostate brauchen Luft um sich, hinter einem Vorhang messen sie [Unsinn/den Vorhang].
say: Ein Pufferspeicher ist kein Muss, er kann sogar [schaden/Wärme kosten].
say: Dichte Fenster in alten Häusern machen das Lüften zur [Pflicht/Gewohnheit].
say: Der Rauchfangkehrer weiß meist mehr über das Haus als der [Makler/Verkäufer].
user: Hilf mir mit der Beschreibung: {unser Haus ist von 1927 und hat Ziegelwände von 38 Zentimetern}. | Wie dick ist das Mauerwerk bei uns? | Ziegel von 1927 trocknen gut.
user: Was frage ich den Installateur? {Der Kessel im Keller ist ein Buderus und steht auf einem Sockel aus Klinker}. | Welches Gerät heizt derzeit? |
assistant: Welche Stärke soll die Dämmung oben haben? | Bei eurer Decke {würde ich 26 Zentimeter Zellulose einblasen lassen, verdichtet auf 45 Kilo je Kubikmeter}. | Wie viel Zellulose hast du mir für oben geraten?
prefer: Bei Vorschlägen bitte bedenken: {ich will keine Kunststoffe in der Wand, lieber Hanf oder Holzfaser}. | Womit soll ich die Nordseite dämmen? |
changed: Ist das üblich? {Die Gasrechnung liegt bei 2.300 Euro im Jahr}. | Rechnet sich das? {Laut neuer Abrechnung sind es nur noch 1.750 Euro fürs Gas}. => Wie viel zahlen wir für Gas?
several: Wie vergleiche ich Preise? {Die Firma Moser will 18.900 Euro für die Pumpe}. | Was ist ein Pauschalpreis? {Von der Firma Haid kam ein Angebot über 21.400 Euro}. | Darf ich nachverhandeln? {Elektro Lind würde es um 17.600 Euro machen}. => Welche Angebote habe ich bekommen?
time: Wie lange gilt so etwas? {Heute war der Energieberater bei uns}. | Wen rufe ich an? {Gestern ist im Bad ein Rohr geplatzt}. => Kam der Berater vor oder nach dem Rohrbruch?
decoy: Meine Schwägerin zahlt 4.000 Euro für Gas und friert trotzdem.
decoy: Im Haus der Nachbarn sind die Wände aus Beton und nur 20 Zentimeter dick.
decoy: Bei meinen Eltern heizt ein Kachelofen.

topic: board game café
ask: How do I price a table? | Which games suit beginners? | How long should people stay? | What belongs on a small menu? | Could you write house rules? | How do I train staff to explain rules?
say: Charge by the [hour/head], with a cap, and people will stay and drink.
say: Beginners want a game that is explained in [three/four] minutes and lost with a laugh.
say: Staff should teach by playing the first round with [open/visible] cards.
say: A menu of [eight/nine] things that can be eaten with one hand keeps the cards clean.
say: Shelve games by the number of players rather than by [name/maker].
say: House rules of five lines are read, those of twenty [decorate/hang] the wall.
say: Sleeves cost little and let a deck live [three/four] times as long.
say: A quiet hour on [Tuesdays/weekday afternoons] brings families, a tournament brings noise.
say: Count the pieces as the game comes back, with a picture in the [lid/box].
say: Chairs decide how long people stay more than [coffee/music] does.
say: Reservations with a deposit halve the number of [empty/ghost] tables.
say: Light should fall on the table and not into [eyes/glasses].
say: Ask publishers for demonstration copies, most are [glad/happy] to send them.
say: Keep three games behind the bar that you can always [recommend/teach].
say: Look at takings by the hour once a month and close when it is [empty/cold].
user: What permit is it? {The landlord, a Mr. Oyelaran, forbids any live music after nine}. | What does the owner of the premises not allow? | Mr. Oyelaran's rule is common in old houses.
user: Suggest a floor plan: {we have 84 square metres and one pillar right in the middle}. | How big is my place? |
assistant: What should we call the loyalty card? | Out of a long list, {I find "The Ninth Meeple" the strongest, with a stamp for each three hours}. | What name for the bonus card did you like best?
prefer: On events: {I don't want anything competitive, I'd like evenings where strangers work together}. | What could we put on for New Year's Eve? |
changed: How should the roster look? {We open at two in the afternoon}. | Which sign is clearer? {As of Monday we open at eleven already}. => When does the café open?
several: Does that need training? {Rahel starts behind the bar next week}. | How do I split tips? {I took on Bogdan for the weekends}. | What is a fair trial period? {The student Mei-Lin has signed too}. => Whom have I hired?
time: How do I write a press note? {We got the keys to the premises today}. | What do inspectors look at? {The health inspector came by unannounced}. => How many days after we got the keys did the inspection take place?
decoy: The bar next door opens at six and closes at four.
decoy: My friend's shop has 300 square metres and five pillars.
decoy: Another landlord forbids dogs.

topic: knee after surgery
ask: Which exercises are safe in week three? | How do I climb stairs? | What does swelling tell me? | Could you explain load and recovery? | When can I cycle? | Give me a routine for mornings.
say: Swelling on the next morning is the judge: if it grew, the [load/day] before was too much.
say: Going up, the good leg leads, going down the [other/operated] one does.
say: Straightening fully matters more in the first weeks than bending [far/deep].
say: Quadriceps sets of [ten/twelve] with five seconds each can be done at any desk.
say: A stationary bike with a high saddle is kind once you reach [100/105] degrees.
say: Ice for [twelve/fifteen] minutes, with a cloth in between, after and not before exercise.
say: Balance on one leg beside a [counter/door frame], eyes open first.
say: Progress is a staircase with landings, and a landing of a [week/fortnight] is nothing to fear.
say: Sleep with the leg straight, no pillow under the [knee/joint].
say: Crutches go when you can walk without a limp, not when a [date/calendar] says so.
say: Pain up to three of ten that fades within a [day/night] is acceptable.
say: Strengthen the hip, as a tired hip lets the knee fall [inwards/in].
say: Water carries you: walking in chest-deep water is [possible/fine] as soon as the wound is closed.
say: Write down the load, the swelling and the [sleep/mood], in three numbers.
say: Kneeling comes last of all, and some never like it [again/much].
user: Fill in the form with me: {they used a graft from my hamstring, and the screws are bioabsorbable}. | What kind of tendon was taken for the repair? | A hamstring graft is gentle on the kneecap.
user: I need a note for work: {my physiotherapist Salome only has slots on Tuesdays at 6.40 in the morning}. | At what hour are my therapy sessions? |
assistant: How far may I bend it? | According to the protocol you pasted, {the limit is 70 degrees until day 24, after that 90}. | Until which day did the first bending limit hold, by what you said?
prefer: For exercises: {I hate the gym, I'd do anything outside or in the kitchen while the radio plays}. | How could I build up strength this winter? |
changed: Is that on track? {I can bend it to 85 degrees}. | When is cycling realistic? {The measure today was 112 degrees}. => How far does my knee bend?
several: What may I carry? {I walked to the mill pond and back}. | Should I worry about clicking? {I made it around the cemetery hill}. | Is uneven ground good? {I managed the path along the vineyards}. => Which walks have I done since the operation?
time: How do I sleep better? {The stitches came out today}. | Should I send flowers? {I drove the car again for the first time}. => How long after the removal of the stitches did I drive again?
decoy: My father bends his knee only to 60 degrees and plays tennis.
decoy: A colleague goes to therapy on Fridays at noon.
decoy: My aunt got a graft from a donor.

topic: acuario
language: es
ask: ¿Cómo se cicla un acuario? | ¿Qué peces conviven bien? | ¿Por qué hay algas verdes? | ¿Cuánta luz necesitan las plantas? | Explícame la dureza del agua. | ¿Cómo se limpia el filtro?
say: El ciclo tarda entre cuatro y [seis/cinco] semanas, y no se acelera por mirar.
say: Las algas verdes piden menos luz o más plantas de crecimiento [rápido/fácil].
say: Cambia un [veinte/veinticinco] por ciento del agua cada semana, a la misma temperatura.
say: El filtro se enjuaga con agua del propio acuario para no matar las [bacterias/colonias].
say: Los peces de cardumen se sienten seguros a partir de [ocho/diez] ejemplares.
say: La dureza se nota en los caracoles, cuyas conchas se [disuelven/pican] en agua blanda.
say: Siete horas de luz bastan, con una [pausa/siesta] en medio si hay algas.
say: Un tronco suelta taninos que bajan el pH y dan un tono de [té/miel].
say: Da de comer poco y un día de [ayuno/descanso] a la semana.
say: Las plantas con raíz agradecen [arcilla/abono] bajo la grava.
say: Antes de meter un pez nuevo, aclimátalo con una manguera fina durante [cuarenta/treinta] minutos.
say: Un termómetro barato evita [disgustos/sustos] caros.
say: Observa diez minutos al día: la conducta avisa antes que los [tests/números].
user: ¿Qué mesa aguanta eso? {El tanque es de 180 litros y lo heredé de mi vecina Pilar}. | ¿Qué capacidad tiene mi pecera? | Qué bonito recuerdo de Pilar.
user: Redacta una nota para quien lo cuide: {la comida congelada está en el cajón de abajo, detrás de los guisantes}. | ¿Dónde guardo lo que comen los peces? |
assistant: ¿Qué dosis de abono pongo? | Con tus valores, {pondría 6 mililitros los lunes y 4 los jueves}, y nada el día del cambio. | ¿Cuánto fertilizante me aconsejaste los jueves?
prefer: Para elegir: {no quiero especies que salten ni que coman caracoles, y me encantan los colores azules}. | ¿Qué pez podría añadir? |
changed: ¿Está bien? {El agua está a 23 grados}. | ¿Gasta mucho? {He subido el agua a 26 grados}. => ¿A qué temperatura tengo el agua?
several: ¿Cuántos caben? {Compré doce neones}. | ¿Se pelean? {Han llegado tres corydoras}. | ¿Comen algas? {Un amigo me regaló dos otocinclus}. => ¿Qué animales he metido en el acuario?
time: ¿Cómo quito la cal? {Hoy puse en marcha el filtro nuevo}. | ¿Es peligroso? {Anoche se fue la luz durante cinco horas}. => ¿El apagón fue antes o después de cambiar el filtro?
decoy: Mi primo tiene una pecera de 600 litros en el salón.
decoy: En la tienda el agua está a 20 grados.
decoy: Mi hermana guarda la comida del perro en el garaje.

topic: stargazing
ask: How do I align a finder? | Which eyepiece should come first? | What can be seen from a city? | How do I keep dew off? | Explain magnification. | Could you make a list for a winter night?
say: Align the finder by day on a [chimney/mast] far away, then refine it on the pole star.
say: Magnification is the focal length of the tube over that of the eyepiece, and the air allows [150/200] on most nights.
say: A wide eyepiece is used [three/four] times as often as a strong one.
say: Dew falls on whatever faces the sky, so a shield of [foam/cardboard] buys an hour.
say: From a city, the Moon, planets and double stars are as good as [anywhere/elsewhere].
say: Let the mirror cool for [thirty/forty] minutes, or stars will boil.
say: Averted vision shows faint things, as the edge of the eye is more [sensitive/awake].
say: A chair adds half a magnitude, because you [stop trembling/relax].
say: Winter nights offer the Orion Nebula, the Pleiades and the [Crab/Double Cluster].
say: Filters help with nebulae and hardly at all with [galaxies/clusters].
say: Sketching teaches seeing, even if the sketch is [ugly/crooked].
say: Keep a red lamp and a star atlas, since phones ruin [twenty/thirty] minutes of adaptation.
say: Jupiter shows most when it is highest, near [midnight/the meridian].
say: Collimate with a star slightly out of focus, until the rings are [even/round].
say: Binoculars on a garden fence beat a telescope in its [box/case].
user: What counterweight fits? {My telescope is an eight-inch Dobson that I share with the school}. | What instrument do I observe with? | Sharing a Dobson with a school is a fine thing.
user: Make me a packing list; {the darkest spot I can reach is the quarry above Retz, forty minutes by car}. | Where do I go for a really dark sky? |
assistant: Which double star would impress guests? | If only one may be shown, {I would take Iota Cassiopeiae, a triple, at 160 times in the hour after dusk}. | Which star did you want me to show to visitors?
prefer: For the list: {I'm not interested in photography, I want to look through the eyepiece, and nothing below 30 degrees because of the poplars}. | What should I observe tonight? |
changed: How does one keep a log? {So far I have ticked off 37 Messier objects}. | Which are hard? {The tally of Messier objects is at 58}. => How many of the catalogue have I seen?
several: How should I describe colour? {I saw Uranus as a tiny green disk}. | Which map shows that? {The Veil came out last night with the filter}. | Is that rare? {I caught the shadow of Io on Jupiter}. => What have I managed to observe?
time: What about lightning? {I gave my first public star party for the scouts}. | How do I clean a mirror? {A marten chewed up the dust cover}. => Did the animal do its damage before or after the evening with the scouts?
decoy: A friend has seen all the Messier objects and now counts galaxies.
decoy: My uncle observes with a small refractor on his balcony.
decoy: The club drives to the Alps for a dark sky, five hours each way.
`);
