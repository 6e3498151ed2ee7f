/** Sessions written by hand that are used only for reports. history-sessions.ts describes the format. */
import { historySessions } from './history-sessions.ts';

export const untouchedHistories = historySessions(`
# podcasts for the commute
U: My commute is 50 minutes each way on the S7 now. Could you name nine podcasts about history?
A: Nine that reward a long ride, in no strict order of quality:

1. **The Rest Is History**: two historians, much laughter, any century.
2. **Revolutions**: from Charles I to 1917, patient and dry.
3. **Fall of Civilizations**: a few hours each, best in winter.
4. **The History of Byzantium**: for those who want a thousand years in order.
5. **Tides of History**: archaeology and ancient DNA without hype.
6. **You're Dead to Me**: a comedian, an expert and a fact check.
7. **Backlisted**: old books and those who wrote them.
8. **The Ancients**: one question an episode, about an hour.
9. **Cautionary Tales**: disasters and what economists learn from them.

Start with the sixth if you are tired in the morning, with the third if you want to miss your stop. Load episodes over Wi-Fi, since the tunnel after the bridge has no signal. At 1.2 times the speed a week of commuting is some six episodes.
U: Nice. I hate adverts, so I pay for things where I can.
A: Then it is worth knowing that most of these have a members' feed without adverts for about four euros a month, and that the second in the list has been free of them from the beginning.
? item | I asked you for nine audio shows about the past. Which was the fifth? | Tides of History
? assistant | Which show did you say is right for mornings when I'm tired? | Start with the sixth if you are tired
? user | How long am I on the train to work? | commute is 50 minutes
# kitchen renovation
U: We're redoing the kitchen. The carpenter, Mr Osei, wants 7,200 for fronts and worktop in ash. What is a sensible order of the work?
A: A sensible order avoids that anybody has to undo what another one did:

| Week | Trade | What happens | Before it |
| --- | --- | --- | --- |
| 1 | you and friends | old units out, tiles off | water shut off |
| 2 | plumber | pipes for sink and dishwasher | drawing with heights |
| 3 | electrician | seven sockets, a line of its own for the oven | wall chased |
| 4 | plasterer | walls and ceiling | pressure test |
| 5 | painter | two coats, white with a drop of umber | three dry days |
| 6 | floor layer | cork, 10 millimetres | level checked |
| 7 | carpenter | carcasses, fronts, worktop | final measure in week 4 |
| 8 | plumber again | sink, tap, leak test | silicone dry |

Keep 12 percent of the sum aside for surprises. The worktop in ash should be oiled three times before it meets water and once a year afterwards. Sockets go 115 centimetres above the floor, clear of the sink. For lighting under the cupboards choose 2,700 kelvin with a high colour index. Ask Mr Osei for a final measure after the plaster, never before.
U: And what should I do with the old oven? The new one arrives on 3 February.
A: Working ovens find takers within a day if you put the words "must be collected" into the advert. Otherwise the shop has to take it back when it delivers the new one, free of charge for the same kind of device. Leave the cable on for the buyer, and photograph the plate with the model number.
? item | Who works in week six of the plan for our kitchen? | floor layer
? assistant | How far above the ground did you want the power outlets? | 115 centimetres above the floor
? assistant | How much of the budget should be kept as a reserve for the kitchen? | Keep 12 percent of the sum aside
? user | What does the joiner charge for our kitchen? | wants 7,200 for fronts and worktop
? user | When will the oven be delivered? | arrives on 3 February
# violin
U: I took up the violin again after twenty years, with a teacher called Ilse. I practise 20 minutes a day. Could you give me a routine?
A: Twenty minutes are plenty if each has its job:

- 3 minutes: open strings, whole bows, in front of a mirror
- 4 minutes: one scale in two octaves, G major in the first week, then A
- 3 minutes: Ševčík opus 1, two lines, slowly and in rhythm
- 8 minutes: the piece, but only four bars of it, from the end to the beginning
- 2 minutes: something you love, with all mistakes

Tune before you start and once in the middle. A shoulder rest should carry the instrument without your hand; if the chin hurts, it is the height and not the hardness. New strings every nine months, with Dominants you cannot go wrong. After twenty years the left hand comes back within weeks, the bow arm takes until autumn. Rosin: four strokes are enough. Humidity at 50 percent keeps the seams closed.
U: My violin was built in Markneukirchen in 1911, it says so inside.
A: Such instruments are honest work and often better than their price. Have the sound post looked at, since it moves when an instrument rests for years.
? assistant | Which study book with short exercises was in the violin routine? | Ševčík opus 1
? assistant | After what time did you say new strings are due? | New strings every nine months
? user | Where was my instrument made? | built in Markneukirchen in 1911
? changed | How many minutes a day do I play? | I practise 20 minutes a day | I'm up to 35 minutes each evening
# gift for a colleague
U: Tamsin leaves us on Friday after eleven years. We collected 140 euros. She climbs and bakes. Ideas?
A: Eight ideas within that sum:

1. A day with a mountain guide for two, about 130 euros.
2. A baking steel, 8 millimetres, which stays hot for decades.
3. A subscription to a magazine on climbing with a handwritten card.
4. A sourdough crock by a potter from the neighbourhood.
5. A print of the topographic map around her first summit.
6. Eleven letters, one for each year, tied with an accessory cord.
7. A voucher for the new hall with a headlamp on top.
8. A bread knife by Güde, 32 centimetres, with her name on it.

The sixth costs nothing and is the one she will keep. I would combine it with the eighth. Ask somebody from each department and set a date, Wednesday noon, or the letters will not arrive. For the speech: three minutes, one story, no list of merits.
U: She's left-handed, does that matter?
A: It does for the knife: a serrated blade is ground on one side. Güde makes a version for the left hand that takes four weeks, which is too long; then the steel is the better choice.
? item | Which idea was number two for the farewell of my colleague? | A baking steel, 8 millimetres
? assistant | Why did you take back the blade as a present for her? | a serrated blade is ground on one side
? user | How much money was gathered for the farewell present? | We collected 140 euros
# running
U: I signed up for the half marathon in Bremen on 5 October, my first. My knee dislikes hills. How do I get there in sixteen weeks?
A: In sixteen weeks and without hills, with three runs a week and one day on the bike:

**Weeks 1 to 4.** Three times 30 to 40 minutes, so slow that you could sing. No watch.

**Weeks 5 to 8.** One run grows by ten minutes a week up to 80. The second has six times two minutes a little faster. The third stays easy.

**Weeks 9 to 12.** The long one goes to 105 minutes, on a flat loop with a soft surface such as the dyke. Once a week four times five minutes at the speed you want to race at.

**Weeks 13 to 14.** The peak: 18 kilometres, once, and a test over 10.

**Weeks 15 and 16.** Half of everything; sleep; nothing new on your feet.

For the knee, two sessions a week with step-downs and side planks, twelve each. Cadence of about 172 takes load off the joint. Change shoes after 700 kilometres. If pain stays for longer than the night, take three days on the bike. Eat what you want to eat on the day in week 12 already, a gel every 40 minutes if your stomach allows.
U: I did 7 km along the canal today without any pain.
A: Splendid, and flat as well. Keep that loop for the easy runs.
? assistant | What step rate did you advise for my knee? | Cadence of about 172
? assistant | How long should the longest run be in weeks nine to twelve? | The long one goes to 105 minutes
? time | How many days after the race in Bremen is the concert of the string group? | half marathon in Bremen on 5 October | our string group plays on 19 October
? preference | Can you find me a nice route for a run on holiday? | My knee dislikes hills
# cheap data plan
U: Compare data plans for my mother. She uses 3 gigabytes a month and wants a person on the phone. She lives with my brother Anselm in Husum.
A: With so little data and a wish for a person, I'd compare like this:

| Plan | Gigabytes | Euros | Person on the phone | Network |
| --- | --- | --- | --- | --- |
| Deichfunk S | 5 | 8.99 | 8 to 20 h | good in the north |
| Kranich Basic | 4 | 6.99 | chat only | weak in villages |
| Nordlicht 60+ | 6 | 11.50 | shop in Husum | very good |
| Sparfuchs | 10 | 9.99 | none | average |

For her I would take Nordlicht 60+, since she can walk into a shop. Port the number four weeks ahead; the old provider may charge nothing for that. Turn off roaming outside of the EU and third-party billing on the first day. A prepaid card of the same network in a drawer helps when something goes wrong.
U: Good, we'll go with that one. I told her to write the PIN into the blue notebook.
A: A notebook at home is safer than a slip in the purse. Write it without saying what it is for.
? item | What does Deichfunk cost according to your comparison of phone plans? | 8.99
? assistant | Which mobile offer did you find best for my mum, and why? | Nordlicht 60+, since she can walk into a shop
? user | Where does my mother keep the code of her phone? | write the PIN into the blue notebook
? user | With whom does my mother live? | lives with my brother Anselm
# a violin group
U: Small update: I'm up to 35 minutes each evening, and Ilse took me into her group. What should one bring to a first rehearsal?
A: A pencil with a soft lead, a second set of strings, a mute of rubber, a clip for the music, and earplugs if you sit in front of the brass. Come a quarter of an hour early and ask who leads the bowings. In the second violins the rhythm counts for more than the tone. Mark what your neighbour marks. If you are lost, count and come in at the next letter; nobody hears the bars you left out, everybody hears a wrong entry.
U: Thanks. The first concert is fixed, our string group plays on 19 October in the town hall.
A: Good luck! Two weeks ahead, play the programme once from beginning to end in the clothes you are going to wear.
? user | When is my first performance with the others? | our string group plays on 19 October
? assistant | What should I do when I lose my place while playing with the group? | count and come in at the next letter
# allotment
U: We got the allotment! Plot 48, 260 square metres, with a pump that does not work. Where do we begin? My husband Kofi wants bees.
A: Begin with what makes everything else easier:

1. Draw the plot to scale and mark the sun at nine, noon and five.
2. Cover half of it with cardboard and compost; dig only the other half.
3. Mend the pump: nine times out of ten it is the leather cup, size 75, for a few euros.
4. Plant the hedge and the two trees this autumn, since they need the longest.
5. Sow phacelia on what is bare in July.
6. Build the compost from pallets, three bays of one metre each.
7. Read the rules of the society before you set up the hut.

For bees, two colonies are less work than one, because you can compare. They want morning sun and a hedge of two metres in front of the entrance, so that they fly over the path. A course costs about 180 euros and begins in February. The society has to agree, and the vet's office wants to know the place within two weeks. Count on eleven hours of work per colony in May and hardly any in winter.
U: The pump works again, it was the cup! We bought a wheelbarrow for 55 euros to celebrate.
A: Well done! Fill the pump with a litre of water before each start, then the new cup will last.
? assistant | What part of the water pump did you suspect? | it is the leather cup, size 75
? assistant | How many colonies did you recommend to us, and why? | two colonies are less work than one
? item | What was the fifth step for our garden plot? | Sow phacelia on what is bare
? user | How large is our plot? | Plot 48, 260 square metres
? several | What have we paid for things for the garden? | a wheelbarrow for 55 euros | shears for 38 euros | the hut for 410 euros
# ein Brettspielabend auf Deutsch
U: Ich richte am 22. einen Quizabend für den Verein aus, wir sind 34 Leute. Machst du mir einen Ablauf?
A: Gern, ein Ablauf für gut zwei Stunden:

1. 19:00 Ankommen, Zettel mit Tischnummern ziehen, sechs Tische.
2. 19:20 Runde eins, zehn Fragen zur Heimat, je 30 Sekunden.
3. 19:45 Bilderrunde: Türgriffe der Stadt erkennen.
4. 20:05 Pause mit Suppe, Auswertung durch zwei Leute, die nicht mitspielen.
5. 20:30 Musikrunde, zwölf Anfänge von je acht Sekunden.
6. 20:55 Schätzfragen, die näheste Antwort bekommt drei Punkte.
7. 21:15 Finale der beiden besten Tische am Mikrofon.

Als Preis taugt etwas zum Teilen, etwa ein Korb vom Hofladen für 40 Euro. Fragen sollten so sein, dass jeder Tisch mindestens vier von zehn weiß. Handys kommen in die Mitte. Bei Gleichstand entscheidet die Frage, wie viele Stufen der Kirchturm hat: Es sind 189.
U: Super. Mein Vater Ewald bringt die Suppe, Linsen mit Wurst.
A: Linsensuppe für 34 Leute sind etwa zwölf Liter. Stellt eine vegetarische Schüssel daneben und schreibt ein Schild dazu.
? item | Was war beim Quizabend als dritter Punkt geplant? | Türgriffe der Stadt erkennen
? assistant | Welche Frage sollte den Gleichstand lösen? | wie viele Stufen der Kirchturm hat
? user | Wer kocht an dem Abend? | Mein Vater Ewald bringt die Suppe
# shears
U: How do I sharpen shears? I got Japanese ones, shears for 38 euros, from the stall in front of the church. The allotment eats money, the hut for 410 euros is on its way as well.
A: Take them apart if there is a screw, clean off the sap with spirit, and find the bevel: only one side of a blade is ground. A stone of 1,000 grit, wet, moved along the bevel from the heel to the tip, seven to ten strokes. On the flat side one stroke to take off the burr. A drop of camellia oil on the screw and the blades. Never sharpen the curved counter blade of bypass shears. With Japanese steel a second stone of 3,000 leaves an edge that cuts wet paper. Twice a year is enough, and after cutting roots.
U: Thanks. Kofi found out that the society allows three hives at most.
A: Three are plenty for 260 square metres of garden; two to begin with, the third for a swarm.
? assistant | Which stones did you name for sharpening my garden tool? | A stone of 1,000 grit
? user | How many hives may we keep? | the society allows three hives at most
# film club
U: It's my turn in the film club and everybody has seen everything. Ten films set in a single place, please. Nobody wants horror, Petra faints.
A: Ten films that hardly leave one place, without horror:

1. "12 Angry Men" (1957), a jury room in the heat.
2. "Rear Window" (1954), a yard and a broken leg.
3. "My Dinner with Andre" (1981), a table.
4. "The Guilty" (2018), an emergency call centre in Copenhagen.
5. "Locke" (2013), a car at night.
6. "Perfect Strangers" (2016), a supper with all phones on the table.
7. "The Breakfast Club" (1985), a school library on a Saturday.
8. "Taxi Tehran" (2015), a taxi with its driver filming.
9. "The Man from Earth" (2007), a farewell in a cabin.
10. "Lebanon" (2009), the inside of a tank.

For a club I'd choose the sixth, because everyone has something to say afterwards. The tenth is hard to bear though it is no horror. The fifth is 85 minutes long, the shortest but one. The Danish film should be shown with the lights out and without a break.
U: We'll take Perfect Strangers then. I own 41 films on disc by the way, it's getting silly.
A: Discs keep what streaming drops. Sort them by director and lend them with a slip.
? item | Which film was the eighth on the list for our club? | Taxi Tehran
? assistant | Which of the one-room films did you warn me of although it isn't horror? | The tenth is hard to bear
? preference | What could we watch with the whole club in spring? | Nobody wants horror, Petra faints
? changed | How many movies do I have on disc? | I own 41 films on disc | gave nine away, so 32 discs
# visa letters
U: Please help with a letter of invitation for Kofi's cousin Abena, who wants to come from Kumasi for the summer, from 12 July, six weeks.
A: A letter of invitation should be short, exact and signed. It names both people with dates of birth and passport numbers, the purpose, the period, where she stays and who pays. A version:

To the Embassy, Accra. I hereby invite Ms Abena Mensah, my husband's cousin, to stay with us from 12 July for six weeks. She will live in our home and take part in family events. We cover lodging, food and insurance. Enclosed: copies of our identity cards, proof of income for three months, the formal obligation from the town office.

The formal obligation is what counts most; the town office issues it within a few days for 29 euros, and wants to see payslips and the lease. Health insurance has to cover 30,000 euros and the whole of the Schengen area. Book an appointment at the visa centre 90 days ahead, since in May all of them are gone. Return ticket: a reservation is enough, do not pay for it before.
U: Got the appointment for 14 April! What should she bring?
A: The printed form with one photograph, passport with two free pages, the letter and its enclosures, proof of her job and of leave, bank statements of three months, and the insurance. Two copies of everything, in that order, without staples.
? assistant | Which paper did you call the most important one for the visit of the relative? | The formal obligation is what counts most
? assistant | What amount must the insurance of Abena cover? | cover 30,000 euros
? time | How long after the appointment at the visa centre does Abena arrive? | appointment for 14 April | from 12 July for six weeks
# discs
U: I sorted the films as you said and gave nine away, so 32 discs are left. What is a good shelf for a narrow corridor?
A: For a corridor the depth decides: discs need 14 centimetres, so a picture ledge or a spice rack will do. Four ledges of one metre hold about 260 discs standing with their backs to the front. Screw them into studs or use plugs for hollow walls. At eye height those you lend, at the bottom those nobody wants. A strip of felt keeps them from sliding.
U: The corridor is 92 centimetres wide, so that's fine. And the train has changed: it is the S3 for me from Monday on.
A: With 14 centimetres of shelf you keep 78 to walk through, which is enough for one person with a basket.
? changed | Which train takes me to work? | each way on the S7 | it is the S3 for me from Monday
? assistant | How deep does a shelf for discs have to be, as you told me? | discs need 14 centimetres
? user | How wide is our hall? | corridor is 92 centimetres wide
`);
