/**
 * More topics that no weight of the ranking was fitted to, one line for each statement. Variants of the ranking are
 * compared on `comparedTopics`; `untouchedTopics` are used only for reports.
 */
import type { Topic } from './recall-topics.ts';

/**
 * Parses the topics. `user` and `assistant`: statement, question. `changed`: statements, values, question for the
 * newest value, question for all values. `list`, `order` and `summary`: question, statements.
 */
function topicsOf(text: string): Topic[] {
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const lines = block.split('\n').map((line) => {
        const colon = line.indexOf(': ');
        return { key: line.slice(0, colon), fields: line.slice(colon + 2).split(' | ') };
      });
      const fieldsOf = (key: string) => lines.find((line) => line.key === key)!.fields;
      const several = (key: string) => {
        const [ask, ...said] = fieldsOf(key);
        return { ask: ask!, said };
      };
      return {
        name: fieldsOf('topic')[0]!,
        nouns: fieldsOf('nouns')[0]!.split(', '),
        single: lines.flatMap(({ key: by, fields: [said, ask] }) =>
          by === 'user' || by === 'assistant' ? [{ by, said: said!, ask: ask! }] : [],
        ),
        changed: lines.flatMap(({ key, fields }) => {
          if (key !== 'changed') return [];
          const said = fields.filter((field) => field.includes('{}'));
          const [values, ask, askHow] = fields.slice(said.length);
          return [{ said, values: values!.split('; '), ask: ask!, askHow: askHow! }];
        }),
        list: several('list'),
        order: several('order'),
        summary: several('summary'),
      };
    });
}

export const comparedTopics: readonly Topic[] = topicsOf(`
topic: beekeeping
nouns: hive, queen, swarm, honey, frame, smoker, mite, nectar, brood, veil, wax, feeder, entrance, colony, pollen, super, extractor
user: My mentor at the bee club is an old teacher named Ottoline. | Who teaches me about the bees?
user: The farmer next door sprays his rape field on Thursday evenings. | On what day does the neighbouring farm use pesticides?
assistant: Give each colony fourteen kilos of syrup before the winter. | How much sugar water did you say a colony needs for the cold season?
assistant: For the treatment in summer I would take formic acid, because it reaches the mites under the caps. | What did you recommend against the mites in July?
user: The honey house has a door code, 7741. | What is the code to get into the honey house?
changed: A jar of honey sells for {}. | With the new labels a jar of honey sells for {}. | For the market we went down, a jar of honey sells for {}. | 6 euros; 8 euros; 7 euros 50 | What is the price of a jar of honey? | How did the price of a jar of honey change?
changed: The hives stand {}. | The landlord wants them gone, the hives stand {} from now on. | behind the orchard; at the edge of the quarry | Where do the hives stand? | Which places have the hives stood at?
changed: I count {} colonies. | After the winter I count {} colonies. | Two swarms caught, so I count {} colonies. | nine; six; eight | How many colonies do I have? | How did the number of my colonies develop?
list: Which gifts of honey have I given away? Name all of them. | Gave two jars to the postman. | The lady at the pharmacy got a jar of the dark honey. | I gave a whole comb to my godson. | A bucket went to the kindergarten for their breakfast.
order: In which order did I treat the hives? | The green hive got its treatment today. | I treated the one with the crooked roof. | Did the nucleus boxes as well, all three. | The hive from Ottoline is treated too.
summary: Summarize what the vet said about the hives. | The vet said the brood looks healthy. | From the vet: the hives must not be moved before June. | The vet also said to send in a sample of wax.

topic: wedding
nouns: guest, venue, menu, band, flowers, invitation, ring, photographer, speech, seating, cake, ceremony, registrar, rehearsal, dress, toast, hotel
user: My cousin Leocadia is allergic to shellfish. | Which relative cannot eat prawns?
user: The key of the chapel is with the sexton, who leaves at half past four. | Until when can we get the key to the chapel?
assistant: Put the oldest relatives far from the loudspeakers, at the tables six and seven. | Where did you want to place the grandparents?
assistant: For the first dance I would shorten the song to two minutes and a half. | How long should the opening dance be in your view?
user: The coach company is called Fernweg and wants to be paid in cash. | How does the bus firm want its money?
changed: We invite {} people. | After the talk with my parents we invite {} people. | The hall is smaller than we thought, so we invite {} people. | 95; 130; 110 | How many people do we invite? | How did the number of people we invite change?
changed: The band plays until {}. | The neighbours complained, the band plays until {}. | midnight; eleven | Until when does the band play? | How was the end of the band moved?
changed: The menu costs {} a head. | Without the fish course the menu costs {} a head. | They forgot the wine, the menu costs {} a head. | 84 euros; 71 euros; 79 euros | What does the menu cost a head? | Which prices for the menu did we get?
list: List all the guests who cannot come. | Uncle Berthold cannot come, he is in hospital. | The Marchetti family sent their regrets. | Tilda can't make it because of her exam. | My old boss has to be in Oslo that week.
order: In what order did we book the suppliers? | The photographer is booked. | Signed the contract with the caterer. | We booked the florist from the market hall. | The string trio said yes and has our deposit.
summary: Summarize what we agreed on the speeches. | Agreed on the speeches: nobody talks longer than five minutes. | The speeches come before the dessert, that is agreed. | We also agreed that my brother gives no speech.

topic: puzzle game
nouns: level, player, sprite, save, sound, tile, menu, score, hint, tutorial, build, physics, shader, controller, achievement, frame, editor
user: The publisher's contact is a man called Ruaridh who answers only on Discord. | How do I reach our contact at the publishing company?
user: On the old tablet everything stutters below 2 GB of memory. | How much RAM does the tablet need to run it smoothly?
assistant: Store the progress in a file called slot_a.sav and write it to a temporary name first. | What file name did you give for the saved progress?
assistant: I would let the hint appear after ninety seconds without a move. | After what idle time should the help show up, did you say?
user: Our composer lives in Tbilisi, three hours ahead of us. | In which city is the woman who writes the music?
changed: The game has {} levels. | We cut the ice world, so the game has {} levels. | With the bonus cave the game has {} levels. | 60; 48; 54 | How many levels does the game have? | How did the number of levels change?
changed: We release on {}. | The console review takes longer, we release on {}. | 12 May; 2 June | When do we release? | How did the release date move?
changed: The engine is {}. | After the licence trouble the engine is {}. | Last switch for good: the engine is {}. | Unity; Godot; Bevy | Which engine do we use? | Which engines have we used, one after another?
list: List all the levels I have finished. | The lighthouse level is finished. | I finished the level with the two mirrors. | Done with the upside-down library. | The one where the floor melts is complete as well.
order: In which order did the testers report their crashes? | A tester reported a crash when the phone rotates. | Another crash report came in: it dies on the credits screen. | Mireille says that it freezes with a Bluetooth controller. | The beta group hit an out of memory error in the snow.
summary: Give me a summary of what the publisher demanded. | The publisher demanded a demo of twenty minutes. | They also demanded, the publisher that is, subtitles in nine languages. | One more demand of the publisher: no in-game purchases.

topic: puppy training
nouns: leash, treat, crate, vet, walk, collar, recall, bark, toy, breeder, food, bowl, socialization, whistle, neighbour, chewing, sleep
user: The breeder is called Hedvig Larsmo and lives an hour north of us. | From whom did we get the puppy?
user: Our landlord allows one dog of up to fifteen kilos. | What weight may a dog have in our house?
assistant: Never call him twice, go and fetch him when he does not come at the first whistle. | What did you say to do when he ignores the whistle?
assistant: Carry him down the stairs until he is seven months old because of his hips. | Until which age should we carry him on the steps?
user: The dog school is closed in the second half of August. | When does the school for dogs take its break?
changed: He weighs {}. | At the check-up he weighed {}. | On the new scales he weighs {}. | 4.1 kilos; 6.3 kilos; 7.8 kilos | How heavy is he? | How did his weight develop?
changed: He sleeps {}. | It did not work, he sleeps {} now. | in the crate; beside our bed | Where does he sleep? | Which places has he slept in?
changed: He gets {} meals a day. | The vet said less, he gets {} meals a day. | four; three | How many meals does he get? | How did the number of his meals change?
list: Name all the things he has destroyed. | He destroyed my left running shoe. | The remote control is destroyed too. | Chewed through the cable of the lamp. | And now the wicker basket is in pieces.
order: In which order did he learn the commands? | He learned to sit within a day. | He has learned how to stay. | Lie down works now, even with visitors. | Today he understood that he has to drop the ball.
summary: Summarize what the trainer criticized. | The trainer criticized that we talk too much. | She also criticized, our trainer, the short leash. | The trainer's criticism today: too many treats.

topic: bicycle tour
nouns: route, tent, pannier, ferry, pass, tyre, stage, map, stove, rain, campsite, chain, gravel, border, kilometre, spoke, wind
user: Casimir rides along as far as the Danube and then takes the train. | How far does our friend come with us?
user: The ferry only takes bicycles on Wednesdays and Saturdays. | On which days can we get the bikes across by boat?
assistant: Take two spare spokes of 292 millimetres, taped to the frame. | Which length of spare spokes did you tell me to pack?
assistant: Cross the high pass before ten in the morning because of the thunderstorms. | By when should we be over the mountain, did you advise?
user: My knee brace is at the physiotherapist's, to be picked up on the 20th. | Where is the support for my knee?
changed: The tour is {} kilometres long. | With the detour along the coast the tour is {} kilometres long. | 1,240; 1,410 | How long is the tour? | How did the length of the tour change?
changed: We leave on {}. | The bike is still in repair, we leave on {}. | Casimir got no leave, so we leave on {}. | 4 July; 8 July; 15 July | When do we leave? | How was our departure moved?
changed: My luggage weighs {}. | Without the second stove my luggage weighs {}. | With the camera my luggage weighs {}. | 24 kilos; 21 kilos; 22.5 kilos | What does my luggage weigh? | How did the weight of my luggage change?
list: List every repair I have made on the bike. | Repaired the rear derailleur, it shifts again. | The bottom bracket is replaced. | I repaired the broken mudguard with a zip tie. | Put new brake pads on, front and back.
order: In which order did we book the places to sleep? | Booked the campsite at the lock. | The youth hostel in Passau is booked. | A farmer in the hills lets us camp in his orchard. | For the last night I reserved a room above a pub.
summary: Summarize what the insurance told us. | The insurance told us that theft is covered only with a lock of class 3. | From the insurance: luggage is covered up to 800 euros. | The insurance also told us to keep every receipt.
`);

export const untouchedTopics: readonly Topic[] = topicsOf(`
topic: small bakery
nouns: dough, oven, flour, counter, supplier, sourdough, shift, shelf, rye, customer, delivery, mixer, yeast, crust, permit, shop, recipe
user: Our miller Jorunn closes the mill for the whole of February. | In which month can we get no flour from the mill?
user: The health inspector found the cold room two degrees too warm. | What did the inspector complain about?
assistant: Let the rye rest for eighteen hours at twelve degrees. | How long did you tell me the rye has to rest?
assistant: Put the till on the left of the door, so that the queue does not block the shelf. | Where did you want the till to stand?
user: The oven's heating element has the part number K-2290. | What is the part number for the heater of the oven?
changed: A loaf costs {}. | Flour went up, a loaf costs {}. | 4.20; 4.60 | What does a loaf cost? | How did the price of a loaf change?
changed: We open at {}. | For the commuters we open at {}. | The night shift protested, so we open at {}. | seven; half past five; six | At what time do we open? | How did our opening time change?
changed: The rent for the shop is {}. | The owner gave way, the rent for the shop is {}. | 1,900 a month; 1,750 a month | How high is the rent for the shop? | Which rents have been asked for the shop?
list: List all the cafés that order from us. | Café Morgenrot orders forty rolls a day from now on. | The café in the museum ordered a trial week. | A new one: the reading room on the square takes our cakes. | The bistro at the tram depot wants ciabatta every Friday.
order: In which order did we hire people? | We hired Nadja for the counter. | Today we hired an apprentice from the vocational school. | Old Ferenc comes back two nights a week. | The driver signed his contract.
summary: Summarize what the bank asked for. | The bank asked for the figures of the last two years. | The bank also asked for a guarantee of my sister. | And the bank asked for an insurance on the oven.

topic: youth choir
nouns: concert, soprano, rehearsal, score, bass, conductor, piano, solo, programme, tour, robe, hall, audience, microphone, breathing, anthem, warm-up
user: The piano in the parish hall was tuned by a blind man named Evander. | Who tuned the piano?
user: Parents may only watch on the first Monday of a month. | When may the parents attend?
assistant: Sing the Bruckner without vibrato and half a tone lower. | In what way did you want the Bruckner to be sung?
assistant: Begin each rehearsal with six minutes of humming. | How many minutes of humming did you suggest?
user: The choir's van holds eight passengers and the keyboard. | How many people fit into our van?
changed: The concert is on {}. | The hall has a burst pipe, the concert is on {}. | 3 December; 10 December | When is the concert? | How was the date of the concert moved?
changed: We are {} singers. | Three left for university, we are {} singers. | After the school visit we are {} singers. | 31; 28; 36 | How many singers are we? | How did the number of our singers change?
changed: The encore will be {}. | Too difficult, the encore will be {}. | Everybody voted and the encore will be {}. | a spiritual; a madrigal; a folk song | What do we sing as an encore? | Which encores did we have in mind?
list: Which instruments have we borrowed? Name all of them. | We borrowed a cello from the music school. | The timpani are borrowed from the town band. | My uncle lends us his accordion. | A harmonium came from the monastery, on loan until Easter.
order: In what order did the soloists fall ill? | Our first soprano has a sore throat and is out. | Benedikt is ill, fever since last night. | Now the alto with the long solo lost her voice. | The tenor broke his wrist at football.
summary: Summarize what the parents complained about. | The parents complained about the late end on Tuesdays. | Another complaint of the parents: the robes are too hot. | The parents also complained that the tour is expensive.

topic: sailing boat
nouns: hull, mast, sail, keel, varnish, rope, harbour, engine, deck, rudder, anchor, paint, trailer, winch, cabin, survey, leak
user: The boat was built in 1968 by a yard called Nordvik. | Which yard made our boat?
user: The crane in the harbour lifts no more than six tons. | What is the limit of the crane?
assistant: Sand the deck with grain 120 and never against the wood. | Which grain did you say for the deck?
assistant: Fill the old screw holes with thickened epoxy before you mount the winch again. | What should go into the screw holes according to you?
user: The neighbour at the jetty, a nurse called Philippa, watches the boat when we are away. | Who keeps an eye on the boat in our absence?
changed: The mooring costs {} a season. | For longer boats the mooring costs {} a season. | 620; 780 | What does the mooring cost? | How did the cost of the mooring change?
changed: The hull will be {}. | My son hates it, the hull will be {}. | The paint was sold out, so the hull will be {}. | cream; navy; bottle green | Which colour does the hull get? | Which colours did we have in mind for the hull?
changed: The engine has run {} hours. | At the service the engine had run {} hours. | 1,310; 1,365 | How many hours has the engine run? | How did the hours of the engine go up?
list: List all the leaks we found. | Found a leak at the forward hatch. | There is a leak under the chain plate. | Water drips in around the mast boot. | The stern tube is weeping, too.
order: In which order did we varnish the parts? | The tiller is varnished. | We varnished the companionway steps. | Three coats on the rubbing strake, finished. | The cabin doors shine again.
summary: Summarize what the surveyor noted. | The surveyor noted that the keel bolts are sound. | The surveyor also noted soft wood near the transom. | One more note of the surveyor: the gas hose is out of date.

topic: warehouse software
nouns: scanner, label, shelf, picker, inventory, batch, dock, carrier, barcode, api, sync, report, dashboard, forklift, pallet, printer, alert
user: The night shift lead is Konrad, reachable on extension 308. | Who leads the shift at night?
user: Freight papers must be kept for ten years, says our auditor. | How long do we have to keep the freight papers?
assistant: Put the retry of the carrier call behind a flag named carrier_retry_v2. | What is the flag for the retry called?
assistant: Lock the row with SKIP LOCKED, otherwise two pickers get the same batch. | How did you want to stop two pickers getting one batch?
user: The printers in hall C speak only ZPL. | What language do the printers in hall C understand?
changed: The sync runs every {}. | The server was overloaded, the sync runs every {}. | With the queue in place the sync runs every {}. | ten minutes; hour; two minutes | How often does the sync run? | How did the interval of the sync change?
changed: The picking error rate is {}. | With the new scanners the picking error rate is {}. | 1.8 percent; 0.6 percent | What is the picking error rate? | How did the picking error rate improve?
changed: The reports are stored in {}. | Too expensive, the reports are stored in {}. | Legal objected, and the reports are stored in {}. | Snowflake; ClickHouse; Postgres | Where are the reports stored? | Which systems have the reports been stored in?
list: Which carriers have we connected? List all of them. | Connected the carrier Posten through its API. | The carrier for frozen goods is connected. | GLX works now, labels and tracking. | The parcel lockers are live since this morning.
order: In what order did we migrate the halls? | Hall A is migrated. | We migrated hall D over the weekend. | The cold store runs on the new system. | Returns moved over today, the last ones.
summary: Summarize what the union asked for. | The union asked for no tracking of single pickers. | The union also asked for quieter alerts. | And the union asked for a training of two days.

topic: language course
nouns: vocabulary, grammar, tutor, exam, pronunciation, verb, lesson, homework, textbook, dialect, accent, flashcard, listening, certificate, tense, essay, idiom
user: My tutor Ximena lives in Valparaíso and has a parrot that interrupts us. | Where does the woman who teaches me live?
user: The exam fee has to be transferred with the reference ELE-5520. | What reference goes with the exam fee?
assistant: Learn the irregular verbs in groups of seven, sorted by their vowel. | How did you group the irregular verbs for me?
assistant: Read one column of the newspaper aloud every evening and record yourself. | What should I read aloud at night, in your opinion?
user: The language laboratory is on the mezzanine, behind the vending machines. | Where is the laboratory?
changed: I know {} words. | By my flashcards I know {} words. | After the holidays I know {} words. | 900; 1,400; 1,250 | How many words do I know? | How did the number of words I know change?
changed: The exam is on {}. | They moved it, the exam is on {}. | 14 June; 21 June | When is the exam? | How was the exam moved?
changed: A lesson costs {}. | In the package a lesson costs {}. | 28 dollars; 22 dollars | What does a lesson cost? | How did the price of a lesson change?
list: List all the books I have read in Spanish. | I read a thin book about a lighthouse keeper in Spanish. | Read my first crime novel, three hundred pages. | Finished the fairy tales from Ximena. | The comic about the cat is done, quite funny.
order: In which order did I take the tests? | Took the placement test. | The first mock test was a disaster. | I did the listening part under real conditions. | Yesterday they examined us orally.
summary: Summarize what Ximena corrected. | Ximena corrected my rolled r. | Ximena also corrected how I use the subjunctive. | What Ximena corrected today: the false friends.
`);
