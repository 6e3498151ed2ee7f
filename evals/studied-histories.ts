/** Sessions written by hand whose misses are studied for their causes. history-sessions.ts describes the format. */
import { historySessions } from './history-sessions.ts';

export const studiedHistories = historySessions(`
# ways to earn in retirement
U: My aunt Rosalind turned 67 and is bored. Can you list ten things she could do from home to earn a bit?
A: Here are ten ideas that suit somebody with decades of experience and a quiet desk:

1. **Proofreader** for small publishers, paid by the page, with deadlines she can choose herself.
2. **Online tutor** in reading or arithmetic, two or three afternoons a week.
3. **Transcriber** of interviews and minutes, for which good headphones are worth their price.
4. **Genealogy helper** who looks up parish registers for families overseas.
5. **Pattern seller**, if she knits or sews; one good pattern can sell for years.
6. **Customer chat agent** in the evening, when students do not want to work.
7. **Grant writer** for charities, who often pay a fixed sum per application.
8. **Recipe tester** for magazines, a modest income with a full stomach.
9. **Voice reader** of audiobooks for libraries, from a wardrobe full of coats.
10. **Seed swapper** with a small online shop for heirloom beans and tomatoes.

Before she starts she should find out what her pension allows her to add, register the work if that is needed, and keep one day a week free. The first three need hardly any money to begin with. If she likes people more than pages, the sixth and the second are the better choice.
U: She has a hoarse voice, so no audiobooks. How would she find charities?
A: There are three good doors. Community foundations keep public lists of whom they fund, and small organisations on such a list usually have nobody who writes for them. Volunteer centres know who has just missed a deadline. And a short letter to the treasurer, not the director, gets an answer more often than one might think. She should bring two samples: one page on what is needed and one page on money. Many begin at a fixed sum of about 240 euros for a small application and move to a day rate after the first success.
? item | You once gave me a list of ten things an older relative could do for money at home. What was the seventh? | Grant writer
? item | In the list of jobs for my aunt, what was number four about? | parish registers for families overseas
? assistant | What did you say people ask for a small application to a foundation at the start? | fixed sum of about 240 euros
# week in Lisbon
U: I'm off to Lisbon with Teo in March, by the way he gets seasick so no boats. Could you make a plan for five days?
A: Gladly. A plan without boats, and with breaks:

| Day | Morning | Afternoon | Evening |
| --- | --- | --- | --- |
| Monday | Alfama on foot, from the Sé upwards | Tile museum, bus 759 | Soup and grilled fish in Mouraria |
| Tuesday | Belém: the monastery before ten | Coach Museum, the new building | Pastry queue, then the LX Factory |
| Wednesday | Train to Sintra, Quinta da Regaleira first | Moorish castle if the fog lifts | Piriquita for travesseiros |
| Thursday | Gulbenkian, both wings | Park benches and a nap | Fado at Tasca da Bela, no reservation |
| Friday | Feira da Ladra, the flea market | Graça viewpoint, tram 28 in the wrong direction | Vinho verde at the Miradouro |

For the flat I would look in Campo de Ourique, which is quiet at night and has a market hall. Trains to Sintra leave from Rossio every twenty minutes and cost under three euros. Keep small coins for the lifts. In March evenings are fresh, about eleven degrees, and rain comes in short showers, so shoes with a grip matter more than an umbrella on those polished stones. The monastery is closed on Mondays, which is why it stands on Tuesday.
U: Lovely. Which sandwich did you mean on the phone?
A: I cannot make calls, but if you look for a sandwich in Lisbon, it is the bifana: thin pork in garlic and white wine, in a roll. My suggestion is the counter of As Bifanas do Afonso, standing up, with mustard. For Teo there is a prego, which is beef.
U: Perfect. I paid 186 euros for each of the two flights already, with the late one back.
A: That is a fair price for March. With the late flight you have the whole last day; leave the bags at the station lockers.
? item | In the timetable for our Portugal trip, what did you put down for Thursday night? | Fado at Tasca da Bela
? item | What was planned for the third morning of the Lisbon trip? | Quinta da Regaleira first
? assistant | Which part of Lisbon did you recommend for renting an apartment? | Campo de Ourique
? assistant | Where should I get that pork sandwich you told me of? | As Bifanas do Afonso
? user | How much was a plane ticket to Portugal? | 186 euros
# sleep
U: I keep waking at four. I quit the evening gym class in January, since then it's worse. What helps against waking early?
A: Waking at four usually has one of a few causes, and it pays to go through them in order rather than to change everything at once.

**Light.** Street lamps and early dawn shorten the last third of the night. A mask for a week tells you whether it matters.

**Temperature.** The body is coolest around four; a room of 17 degrees and a second thin blanket within reach work better than one thick one.

**Alcohol and sugar.** Both wear off after some five hours, and the rebound wakes people.

**Timing.** If you are in bed for nine hours and sleep for seven, the bed is a place for lying awake. Go to bed at 23:20 for two weeks and get up at 6:30 on all days, weekends as well.

**Worry.** A notebook next to the bed, five lines at eight in the evening, never later.

**Movement.** You stopped your class; a brisk half hour before supper replaces most of it.

A study from Leiden with 214 adults found that fixed rising times alone brought the nightly waking down by about 31 percent within five weeks. If nothing changes after a month, ask a doctor about thyroid and iron. Valerian has weak evidence; melatonin helps with falling asleep more than with staying asleep.
U: I'll try the notebook. My resting pulse is 62 now, by the way.
A: A resting pulse of 62 is fine for an adult. Note it once a week at the same hour, since single values wander.
? assistant | You mentioned research on getting up at the same hour. By how much did it reduce waking in the night? | about 31 percent
? assistant | At what time did you tell me to go to bed? | Go to bed at 23:20
? user | What did I give up at the beginning of the year? | quit the evening gym class
? changed | What is my heart rate at rest? | resting pulse is 62 | resting pulse is down to 57
# bicycle
U: What does a full service of a commuter bike contain? I dropped off the blue Gazelle at Verhoef's yesterday and the man said 85 euros.
A: A full service usually means that everything that turns or brakes is opened, cleaned and adjusted:

- wheels trued to half a millimetre, hubs checked for play
- brake pads measured, cables replaced when they are frayed or stiff
- chain wear measured; above 0.75 percent it is replaced together with the sprocket
- bottom bracket and headset opened if they grind
- all bolts to their torque, five newton metres for most stems
- tyres looked over for glass, pressure set to about four bar

For 85 euros you can expect labour and small parts. A chain and cassette come on top. Ask for the old parts in a bag; honest shops hand them over gladly, and you learn what wears. In winter a commuter needs this after some 2,000 kilometres, in dry months after 4,000.
U: Good to know. Which lights would you get?
A: Three that I would trust, in the order in which I would buy them:

1. Lumotec IQ-X for a hub dynamo, 100 lux and no charging at all.
2. Trelock LS 760, a battery light with a clear beam edge.
3. Knog Plus as a spare that clips to a backpack.

Whatever you take, mount it low and aim the bright edge at ten metres ahead. For the rear, one steady light is better seen than two that blink.
? assistant | Which battery lamp for cycling did you put second? | Trelock LS 760
? assistant | From what amount of wear on did you say a chain has to be changed? | above 0.75 percent
? several | How much have I spent on my bikes in all? | the man said 85 euros | panniers for 64 euros | paid 29 euros for the helmet
# pantry
U: I bought lentils by mistake again, four bags. Ideas for a week without boredom? Teo's sister Amber doesn't eat anything with coriander.
A: Seven dinners, none with coriander:

1. Red lentil soup with lemon and a fried egg.
2. Lentil ragout over polenta, with a spoon of capers.
3. Salad of green lentils, roast beetroot and goat cheese.
4. Dal with mustard seeds, thickened with grated squash.
5. Shepherd's pie where lentils and mushrooms stand in for mince.
6. Flatbreads with lentil paste, pickled onion and yoghurt.
7. Sausages on lentils with bay leaf, the French way.

Cook brown ones for 25 minutes, green ones for 30, red ones for 12, and salt them at the end. A bay leaf and half an onion in the water do more than stock cubes. What is left keeps for four days in the cold and for three months frozen. If you soak them for an hour they hold their shape better in a salad. The fourth recipe freezes best; make twice as much.
U: Nice. What's the difference between the soups?
A: There is one soup in the list and a stew that people mistake for one. The soup is smooth and sharp, from red lentils that fall apart, done with lemon. The stew keeps whole lentils and is thickened by squash.
? item | What was the fifth of the lentil dinners you listed? | Shepherd's pie where lentils and mushrooms
? user | Which herb does Teo's sister avoid? | doesn't eat anything with coriander
? assistant | For how many minutes did you say the green lentils have to cook? | green ones for 30
# thesis of Marta
U: Please check the tone of this mail to my supervisor, I'd like to hand in the third chapter on 14 June instead of 2 June.
A: The tone is friendly and clear. I would change two things. Say first what you ask for and then why, because supervisors read the beginning; and offer something in return, such as an outline by the original date. A version:

Dear Professor Lindqvist,
may I hand in the third chapter on 14 June? The interviews in Tampere were moved by a week, and I want to include them. You will have an outline and the finished tables on 2 June as agreed.
Kind regards, Marta

That is all it needs. Do not apologise more than once, and leave out the part about the bus strike. If she does not answer within three days, ask again in one line.
U: She said yes. How do I cite an interview that I made myself?
A: Most styles treat your own interviews as personal communication or as data. In APA they are cited in the text alone, with initials, surname, the words personal communication and the exact date. In Chicago they get a note with the names of both people, the place and the date, and whether notes or a recording exist. As you have 18 interviews, a table in the appendix is better: a number for each, role of the person, length in minutes, date. In the text you then refer to (I7) or (I12). Keep the list that links numbers and names apart from everything else, encrypted, and delete it after the defence.
? assistant | Where did you advise me to keep track of the conversations I recorded for my thesis? | a table in the appendix is better
? user | Until when may I deliver chapter three? | hand in the third chapter on 14 June instead
? changed | How many people have I interviewed for my thesis? | you have 18 interviews | 23 interviews are done
# rainy sunday
U: We had to cancel the picnic. Give me board games for four, not too long. My nephew Oskar is colour-blind, red and green.
A: With four players, under an hour and without having to tell red from green:

| Game | Minutes | Why | Watch out for |
| --- | --- | --- | --- |
| Cascadia | 40 | calm, animals have symbols | small tokens |
| The Crew | 30 | you play together | needs quiet |
| Kingdomino | 20 | landscapes differ in drawing | quick repeats |
| Azul | 45 | patterns on all tiles | two blues are close |
| Heat | 60 | racing for grown-ups | 8 pages of rules |

I would begin with Kingdomino, since it is over before anybody gets restless, and go on to The Crew. For Oskar, Cascadia is the safest: shapes carry all that matters. Azul's older edition has shiny tiles, which help as well. If you want something without a box, take "Werewolf" or a quiz from slips of paper where each writes five questions.
U: Great, Cascadia it is. I ordered panniers for 64 euros too while I was in town.
A: Good choice for a rainy day, and panniers make the shopping trip by bike a lot easier.
? item | According to your table of games, how long does Heat take? | racing for grown-ups
? assistant | What board game did you think fit my colour-blind nephew best? | Cascadia is the safest
? preference | What could we play with Oskar next weekend? | My nephew Oskar is colour-blind
# camera
U: I'm thinking about a filter for waterfalls. I shoot on a Pentax K-3 with the 20-40 and I'm not going to switch, ever. Which strength?
A: For waterfalls the strength depends on the light and on how much of the water's structure you want to keep. In shade, three stops turn a sixtieth into an eighth, which is silk with some structure. In sun you need six stops, so that f/8 and ISO 100 give about a second. Ten stops are for sea and clouds, not for falls. The 20-40 has a 55 mm thread. I would buy one good six-stop filter and a polariser and leave it at that; stacking costs sharpness in the corners. Focus before you screw it on, switch to manual, cover the viewfinder with its cap against stray light and use the two-second delay. On a tripod switch stabilisation off. Times to begin with: a quarter of a second for a stream, half a second for a fall of your own height, two seconds for a tall one.
U: And where near here is one worth it?
A: I know the following falls within an hour or two of Graz:

- Kesselfall in Semriach: a gorge with ladders, 40 metres in all, best after rain
- Bärenschützklamm: two dozen small falls, closed in winter and after storms
- Günster Wasserfall: the tallest in Styria, easy path, light from the side before nine
- Riesachfälle: farther, with a rope bridge, worth a night in Schladming

For your filter I'd take the Günster: it stands free, and a quarter to eight in the morning has the sun behind the trees.
? assistant | Which of the waterfalls near us did you think suits long exposures best? | For your filter I'd take the Günster
? preference | I'd like to buy a new lens, what should I look at? | Pentax K-3 with the 20-40
? assistant | What exposure should I start with for a cascade as tall as I am? | half a second for a fall of your own height
# pulse again
U: Some good news: my resting pulse is down to 57 after two months of walking. What should I read about training zones?
A: Well done. For zones, begin with something short: the chapter on endurance in any recent physiology book will do, and then one book by a coach. The idea fits into a paragraph. Below the first threshold you can talk in sentences, between the thresholds in words, above the second you cannot talk. Four fifths of the time belong below the first. Most people walk too fast for easy days and too slowly for hard ones. A pulse that falls at rest tells that the heart moves more blood with each beat.
U: I'll do that. Oh, and the tickets for the Sibelius evening on 9 May arrived.
A: Enjoy it! If it is the second symphony, listen for the plucked basses at the start of the slow movement.
? user | For which day do I have concert tickets? | Sibelius evening on 9 May
? time | What was first, my ordering the bags for the bike or the arrival of the concert tickets? | ordered panniers for 64 euros | tickets for the Sibelius evening on 9 May arrived
# atelier de reliure
U: Je voudrais relier un vieux carnet de ma grand-mère. Par quoi commencer ? Le carnet mesure 14 centimètres sur 21.
A: Commencez par regarder ce qui tient encore et ce qui ne tient plus. Une reliure simple se fait en une journée, sans presse :

1. Démontez la couverture et gardez les gardes, même déchirées.
2. Nettoyez chaque cahier avec une gomme en poudre, du centre vers les bords.
3. Réparez les plis avec du papier japon de 9 grammes et de la colle d'amidon.
4. Percez cinq trous par cahier, à l'aide d'un gabarit en carton.
5. Cousez avec du fil de lin 18/3 ciré, en point de chaînette.
6. Encollez le dos, puis posez une mousseline qui dépasse de deux centimètres.
7. Coupez les plats dans du carton de 2 millimètres, trois millimètres plus grands que le bloc.

Laissez sécher une nuit sous des livres. Pour la toile, évitez le noir, qui montre chaque poussière. L'amidon se prépare avec une part de poudre pour cinq parts d'eau, et se garde quatre jours au froid.
U: Merci. Ma sœur Solène m'a offert un plioir en os pour mon anniversaire.
A: Un plioir en os est parfait pour marquer les plis sans lustrer le papier. Frottez-le de temps en temps avec une goutte d'huile d'amande.
? assistant | Quel fil m'avais-tu conseillé pour la couture du carnet ? | fil de lin 18/3
? item | Quelle était la sixième étape pour relier le carnet ? | posez une mousseline
? user | Qu'est-ce que j'ai reçu de ma sœur ? | offert un plioir en os
# thesis again
U: Short one: 23 interviews are done now and I'm tired of transcribing. Which order should the findings have?
A: Lead with what surprised you, since readers remember the first finding and the last. A common order is from the largest group of interviews to the smallest, or from daily practice to policy. Whichever you choose, tell it at the start of the chapter and use the same order in the summary and in the tables. For transcription, a foot pedal saves about a quarter of the time, and listening once more at 1.3 of the speed finds most mistakes.
U: I think I'll go from practice to policy. Also the new helmet fits, I paid 29 euros for the helmet at the flea market.
A: From practice to policy is easy to follow. One remark on the helmet: with a used one you do not know whether it has had a fall, and most makers advise to replace them after five years.
? assistant | What did you say would spare me time when typing up the recordings? | a foot pedal saves about a quarter
# move to Kupferstrasse
U: I'm comparing three flats. The one in Kupferstrasse costs 940 a month, warm, and has a bathtub. What should I ask?
A: Ask what the photographs leave out, in this order:

**Money**
- What did heating cost the person who lives there now, per month, in euros?
- Is the rent staggered, and by how much does it rise in the second year?
- Who keeps the deposit, and on what kind of account?

**The house**
- When were pipes and windows last renewed?
- Who cleans the stairs, and who shovels the snow?
- Is there a place for three bicycles that is dry and locked?

**The neighbours**
- Is there a practice room, a bar or a school within hearing?
- Since when has the flat been empty, and why?

Go there once at eight in the evening, once on a working day at seven. Turn on the shower and the tap in the kitchen together. Take a compass, as many adverts lie about south. My ranking by what you told me: Kupferstrasse first, the Hafenweg second because of the noise, the one by the park last as it has no cellar.
U: I also liked the Hafenweg one with its two balconies. We signed for Kupferstrasse and get the keys on the 28th.
A: Congratulations! Then the next steps are: meter readings on the day of the keys, photographs of every scratch, a change of address two weeks ahead.
? user | What is the monthly rent where we are moving? | costs 940 a month
? assistant | Why did you rank the flat at the harbour lower? | the Hafenweg second because of the noise
? user | What is special about the flat that we didn't take? | its two balconies
# choir
U: Can you suggest warm-ups for an amateur choir? I took over the altos on Tuesday, three weeks before our summer concert.
A: Ten minutes are enough, and each exercise should have one purpose:

1. Shoulders and jaw, one minute, yawning allowed.
2. Breath on "fff", four counts in, twelve out.
3. Sirens from low to high on "ng".
4. Five-note scale on "vi-ve-va-vo-vu", a semitone higher each time.
5. Staccato thirds on "ha" for the diaphragm.
6. A canon, such as "Dona nobis", to end in harmony.

For altos stay between G3 and C5. Start each rehearsal with the same two exercises and vary the others. If the pitch sinks, it is breath more often than ears: repeat number two. Give starting notes from the piano, then take it away as early as you can. Record one rehearsal and listen with the section leaders, not with all.
U: And a seating plan for 14 altos?
A: Two rows of seven, with the strongest readers in the second row so that they are heard by those in front. Put newcomers between two who are sure. Tall singers at the outer ends. Change neighbours after the concert, never before.
? assistant | Which exercise did you want us to repeat when the choir goes flat? | repeat number two
? item | What was the third of the warm-ups for singing? | Sirens from low to high
? time | How long before the concert did I start leading the altos? | took over the altos on Tuesday, three weeks before
# winter tyres and a bill
U: Is it worth disputing a repair bill? The garage charged 412 euros for the van's alternator though they had said 350.
A: It is worth a polite letter. In many countries an estimate may be exceeded by ten to twenty percent without asking you; above that they should have called. 412 against 350 is about 18 percent more, so you are in the grey area. Ask for the itemised bill, the old part, and what the hours were for. Offer to pay 385 at once. If they refuse, an arbitration board for the trade costs nothing or little, and most cases end in the middle. Pay under reservation in the meantime, so that they cannot keep the van.
U: I'll offer that. Amber moved in with us last week, so the van is full of boxes.
A: Then a working alternator was worth it! Share what the van carries between axle and door: heavy boxes low and in front of the rear axle.
? assistant | What sum did you want me to propose to the garage? | Offer to pay 385
? changed | How many people live in our household? | Amber moved in with us last week | Amber has found a place of her own
# dog from the shelter
U: We're going to see a dog on Saturday, a six-year-old greyhound called Biscuit. What questions does one ask at a shelter? I work from home except Mondays.
A: Good questions for a first visit, the most telling first:

- How long has he been here, and how often was he brought back?
- What does he do when he is left alone for three hours?
- How does he behave on the lead when a cat crosses the road?
- Which food does he get, how much and when?
- What did the vet find: teeth, heart, leishmania for dogs from the south?
- With whom does he share his kennel?
- What is he afraid of?

Bring the lead yourself and walk for at least 40 minutes. Greyhounds need a coat below eight degrees, a soft bed because of their elbows, and a collar of four centimetres in width. On the Monday question: two weeks of practice, from five minutes to four hours, before he stays alone. A walker at noon costs about 15 euros.
U: We took him! He sleeps on the sofa. Amber has found a place of her own in the meantime, so he has the little room.
A: Wonderful news. For the first week keep the rounds the same, let him come to you, and do not invite guests. A bed in the little room with the door open gives him a place to retreat.
? assistant | How wide should the dog's collar be, as you said? | a collar of four centimetres
? user | On which day do I go to the office? | work from home except Mondays
? user | What is our dog called and what breed is it? | greyhound called Biscuit
? time | Did Amber leave before or after we got the greyhound's first visit? | going to see a dog on Saturday | Amber has found a place of her own
# learning to code at forty
U: Please make a reading list on programming for my colleague Piet, who is an accountant. Eight titles at most, with a reason each.
A: Eight titles, from gentle to demanding:

1. "Automate the Boring Stuff" by Al Sweigart, because spreadsheets are chapter 13 and he will feel at home.
2. "Python Crash Course" by Eric Matthes, for the exercises.
3. "Think Like a Programmer" by V. Anton Spraul, for taking problems apart.
4. "The Pragmatic Programmer" by Hunt and Thomas, once he has written a thousand lines.
5. "SQL for Mere Mortals" by John Viescas, since his figures live in databases anyway.
6. "Storytelling with Data" by Cole Nussbaumer Knaflic, for the reports.
7. "Designing Data-Intensive Applications" by Martin Kleppmann, for later, and for the long winter.
8. "A Philosophy of Software Design" by John Ousterhout, thin and wise.

An hour a day for ten weeks is worth more than a course of two weekends. Let him begin with something that annoys him each month, such as matching bank lines with invoices. I would skip videos: one nods and does nothing.
U: He's allergic to long books. Which one first?
A: Then "Automate the Boring Stuff", only chapters 1 to 6 and 13, about 150 pages. It can be read free of charge on the author's site.
? item | What was the last title on the reading list for Piet? | A Philosophy of Software Design
? assistant | Which book did you suggest to my colleague for taking problems to pieces? | Think Like a Programmer
? item | Who wrote number five on the list for the accountant? | John Viescas
# balcony in spring
U: What grows on a balcony that faces north-west? I put in three boxes last spring and only the mint survived.
A: North-west means shade until two and hard sun at the end of the day. What copes with that:

| Plant | Height | Water | From seed |
| --- | --- | --- | --- |
| Chives | 30 cm | often | April |
| Woodruff | 20 cm | little | autumn |
| Tuberous begonia | 35 cm | evenly | no, tubers |
| Bush beans 'Purple Teepee' | 45 cm | evenly | 15 May |
| Mangold 'Bright Lights' | 50 cm | often | April |
| Ivy-leaved toadflax | 10 cm | little | March |

Mint survives everything and should get a pot of its own, since it strangles the others. Use boxes of at least 20 centimetres in depth and mix a third of perlite into the soil. Feed from the sixth week on, every fortnight, half of what the bottle says. A board behind the boxes, painted white, gives back about as much light as an hour of sun.
U: I'd like the beans. On Sunday I also planted two gooseberries in the yard.
A: Gooseberries are a good idea in half shade. Tie the main shoot to a stake at 60 centimetres and cut what grows below.
? item | When did your table say I should sow the beans? | Purple Teepee
? assistant | What did you say makes up for an hour of sunshine on the balcony? | A board behind the boxes, painted white
? several | Which plants did I put in the ground or in boxes that I told you about? | planted two gooseberries in the yard | only the mint survived
`);
