/** Topics of sessions whose misses were studied for their causes. */
import { sessionTopics } from './session-topics.ts';

export const studiedSessionTopics = sessionTopics(`
topic: photography
ask: Can you explain how aperture and depth of field hang together? | I keep getting soft pictures in the evening, what could be the reason? | Please give me a plan for practising composition over a month. | How do people organise tens of thousands of raw files? | What would you look at first when a photo feels flat? | Could you suggest an order for editing steps?
say: A wide aperture such as f/2 blurs the background and lets you keep the shutter fast when the light is [fading/poor/uneven].
say: Check the shutter speed before blaming the lens: below a sixtieth of a second, the slightest movement of the hands shows.
say: Composition improves fastest when you limit yourself, for example to one focal length for a whole [week/walk/afternoon].
say: Try to find the [brightest/sharpest/most colourful] point of the frame and ask whether it is the thing you want people to look at.
say: Back up the card on the same [evening/day], once to the computer and once to a drive that leaves the house.
say: Names such as 2024-autumn-[harbour/forest/market] are easier to find again than the numbers the camera gives.
say: Raw files hold about [two/three] stops more in the highlights than a JPEG, which matters most for skies and white [shirts/walls/snow].
say: Set white balance first, then exposure, then contrast, and leave sharpening for the very end.
say: A histogram that touches the right edge means that some detail is gone for good, so bring exposure down by [a third/half a stop/a full stop].
say: Morning fog, wet streets and blue hour give you [texture/mood/soft contrast] without any editing.
say: If portraits look harsh, turn the person [away from the window/towards open shade/a quarter to the side] and meter for the face.
say: Tripods are worth their weight for [waterfalls/night scenes/panoramas], hardly ever for people.
say: Culling becomes lighter with a simple rule: first pass only rejects, second pass only picks, and no picture gets more than [two/five] seconds.
say: Printing a few pictures each season teaches more about tone than any [forum/course/video].
say: A polarising filter removes reflections from [leaves/water/glass] and darkens the sky, at the cost of one to two stops.
say: Street photography is mostly patience: choose a stage, wait for the [actor/gesture/shadow], and take three frames rather than thirty.
say: Autofocus on the eye helps with [children/dogs/dancers], but it hunts in low contrast, so know how to switch back to a single point.
user: I'm getting ready for a workshop on night skies, and {since my old body died in the rain I now shoot with a Fujifilm X-T4}, so please adapt the settings to that. | Which camera do I own at the moment? | Lovely, the X-T4 is a strong choice for stars.
user: Help me write a short text for the association's newsletter; {they hung two of my pictures in the Ottenstein library in their annual exhibition}, which made my mother very proud. | Where was some of my work put on display? |
assistant: Which books on seeing light should I read? | Of the many titles around, {the one I would begin with is "Light Science and Magic" by Fil Hunter}, because it treats reflection as physics you can predict. | You once named a book about light that I should start with. Which was it?
prefer: Before you list presets: {I can't stand the heavy orange-and-teal look, I like muted, almost pastel colours with a bit of grain}. | How should I edit the pictures of our summer holiday? | Muted and grainy it is, then.
changed: For the travel kit question, {my favourite walk-around glass is the 27 mm pancake} because it fits the coat pocket. | About bags again: {these days the lens that never leaves the camera is the 16-55 zoom}, heavy as it is, so the insert must be larger. => Which lens do I use most?
several: Could you check the wording of my thank-you note? {Aunt Rosa's neighbour booked me for her silver wedding shoot} and I want to sound professional. | I need a price list template; {the brewery asked for product shots of its six new labels} last night. | What contract terms matter for children? {A kindergarten in Pulkau wants me for its portraits day}. => How many paid photo jobs have I taken on?
time: I'd like a checklist for sorting through a shelf of negatives. {I finally got my darkroom running this weekend}, and I can't wait. | How do I dry fibre prints flat? {Yesterday I sold my very first print at the flea market}. => Did I sell a print before or after I set up the darkroom, and how much time was between?
decoy: My colleague Jonas swears by his Nikon and keeps telling me which camera to buy.
decoy: My sister's pictures are going to be on display in her school for a week.
decoy: A friend of mine shoots weddings for a living and says the paid jobs all come in May.

topic: fermentation and pasta
ask: How do I keep a starter alive when I travel? | What went wrong when kimchi turns slimy? | Can you scale a pasta dough for eight people? | Which vegetables ferment well together? | Explain why my dough tears when I roll it. | Could you put together a menu for a cold evening?
say: Salt at [two/two and a half/three] percent of the weight of the vegetables keeps the wrong bacteria out while the right ones get going.
say: A starter in the fridge needs feeding only once every [seven/ten] days, and it forgives you longer than people think.
say: Slimy kimchi usually comes from too much sugar or from a kitchen above [24/25/26] degrees during the first days.
say: Let pasta dough rest under a bowl for [thirty/forty-five/sixty] minutes, because flour takes up water slowly.
say: Egg yolk makes the dough [tender/golden/silky], while whole eggs make it elastic enough for ravioli.
say: Semolina on the board prevents sticking better than flour, and what falls off thickens the cooking water.
say: Taste the brine every day from the third one on, and move the jar to the cold as soon as it pleases you.
say: Garlic, ginger and spring onion go well with [radish/cabbage/carrot], and a spoon of rice paste helps the spices cling.
say: If the sheet tears, fold it in three, turn it by a quarter and roll it again on the widest setting.
say: A jar with a water lock saves you from [burping it/worrying about mould/opening it too often].
say: White film on the surface is mostly harmless yeast, coloured fuzz is not, so throw the latter away.
say: Cook fresh tagliatelle for [ninety seconds/two minutes], and finish them in the sauce with a ladle of their water.
say: Miso, anchovies and dried mushrooms all lend depth, so use one of them and not all [three/at once].
say: Whey from yoghurt can speed up the start, although cabbage carries enough of its own cultures.
say: For a winter menu I would begin with something [sour and crisp/bitter/raw], then something slow, and end with baked fruit.
user: I want to plan a Sunday lunch, so {remember that my flatmate Ines cannot have anything with celery, she ended up in hospital once}. | What does the person I live with have to avoid? | Thanks for telling me about Ines and the celery.
user: What temperature should the cupboard have? {I named the starter Gundula and it came from a monk in Melk}, so I feel responsible. | Who gave me my sourdough culture? |
assistant: I'd like a sauce with few ingredients for guests. | With three things in the house you are nearly there: {my pick is the lemon and brown butter one with eighteen sage leaves for four people}, since it takes six minutes. | How many leaves of sage did your quick sauce for guests take?
prefer: Something quick for tonight, please, but {I never cook with an oven in summer and I prefer dishes that make only one pot dirty}. | What could I make for dinner after work in August? |
changed: Can you convert my recipe to bigger jars? {At present I let the cabbage stand for nine days} before I taste it. | Could you rewrite the label for my jars? {After two soft batches I'm down to five days for the cabbage}. => How long do I leave my kraut to ferment?
several: How do I store equipment best? {I treated myself to a marble rolling board on Monday}. | What should I clean copper with? {The bronze dies for the extruder arrived at last}. | I need shelf ideas because {now there is a second-hand chitarra cutter in the hall too}. => What tools for making noodles have I bought?
time: Write a friendly invitation for a tasting; {tonight I put up the first crock of miso of my life}. | Any idea for using pickling liquid? {This morning Ines and I gave our first class at the community kitchen}. => Which did I do earlier, starting the soy paste or teaching at the community kitchen?
decoy: My neighbour lets his cabbage ferment for three weeks, which I find far too long.
decoy: My boss avoids gluten at the moment, which made the office party complicated.
decoy: Somebody at the market gave me a sourdough recipe on a napkin.

topic: home network
ask: Why does the video call stutter when somebody watches a film? | How would you set up a guest network? | Which backup rotation makes sense for a family? | Can you explain VLANs in simple words? | My printer vanishes every few days, what can I do? | Please write a short guide for my parents on passwords.
say: Put devices that nobody trusts, such as [bulbs/plugs/cameras], into a network of their own and let them reach the internet only.
say: Stuttering calls usually mean that the upload is full, so limit large uploads to [eighty/ninety] percent of what the line gives.
say: A mesh helps where walls are thick, but every wireless hop halves what is left, so wire the [first/farthest/busiest] one.
say: Channels 1, 6 and 11 are the only ones on 2.4 GHz that do not overlap, so ignore the [automatic/clever] choices in between.
say: The rule of three copies, two media and one place elsewhere is boring and it [works/saves photos/has saved many].
say: Try a restore every [quarter/half year], because a backup that was never read is only a hope.
say: Give the printer a fixed address in the router's list rather than on its own tiny display.
say: DNS on a small box in the house can block [trackers/adverts] for all devices without installing anything on them.
say: If a cable runs outside, use one made for it, since sunlight makes ordinary sheaths [brittle/crack] within a few years.
say: Two-factor codes belong on two devices, so that a lost phone does not lock out the [whole family/bank account].
say: Snapshots protect from [mistakes/ransomware/a wrong rm], but not from fire, so send them on to somebody you like.
say: Spinning disks fail most often in their first months and after [four/five] years, which is an argument against buying them all at once.
say: A UPS needs only enough charge to shut things down cleanly, about [six/ten] minutes.
say: Long passphrases of [five/six] random words are easier to type on a television than strange characters.
say: When a device vanishes from the list, look for power saving on the switch port before you replace [anything/the cable].
user: I'm writing a note for the electrician. {The fibre box sits behind the coats in the corridor, next to the fuse panel}, so the cable has to go from there to the attic. | Where does the internet connection enter our home? | With the box next to the fuse panel the run to the attic is short.
user: Which labels would you print? {My storage box is called "walnut" and has four bays, two of them empty}. | What did I name my NAS? |
assistant: What command shows what fills the disk? | Several exist, and {the one I would type is "ncdu -x /volume1 --exclude @eaDir"}, which leaves out the thumbnails. | Which command did you give me for finding what takes up space on the storage?
prefer: When you suggest software, {please only things I can host myself, I don't want any more subscriptions}. | What would you recommend for sharing photos with my parents? | Self-hosted only, understood.
changed: Is it worth complaining to the provider? {We pay for 100 megabit and get about 60 in the evening}. | Could you draft a cancellation letter? {Since the upgrade last week the contract says 500 megabit}. => How fast is the line that we pay for?
several: Do I need a bigger switch? {The doorbell with its camera takes a wired port as of today}. | Which subnet would you take? {I hung the heat pump into the network this afternoon}. | How many addresses should the pool have? {The piano teacher's tablet and the weather station joined the Wi-Fi over the weekend}. => Which devices have I connected at home so far?
time: What should a change log look like? {I replaced the failing drive in bay one today}. | Is a second provider silly? {A thunderstorm killed the modem last night}. => How many days lay between the disk swap and the loss of the modem?
decoy: At work the storage is called "birch" and nobody may touch it.
decoy: My parents pay for 50 megabit and are perfectly happy with it.
decoy: The neighbour's internet enters through the cellar, which floods.

topic: cat health
ask: How often should a cat drink? | What does a normal blood panel look like? | Can you give me a plan for getting a cat used to a carrier? | Is dry food bad for old cats? | Which plants are dangerous? | How do I clean a cat's ears?
say: Cats hide pain well, so watch for [smaller jumps/less grooming/longer naps] rather than for crying.
say: A weight loss of [five/seven/ten] percent in a month is a reason to see a vet even when the appetite is fine.
say: Lilies are the plant to fear most: a few grains of pollen licked from the fur can [harm/destroy] the kidneys.
say: Leave the carrier open in the living room, with a blanket that smells of [home/you], and feed treats inside for two weeks.
say: Wet food brings water along, which is why many vets prefer it for [older animals/males/bad drinkers].
say: Ear wax that looks like coffee grounds points to mites, while a [yeasty/sweet] smell points to fungus.
say: Kidney values drift slowly, so one measure says little, and the trend over [three/four] visits a lot.
say: Fountains appeal to some cats because moving water seems [fresher/safer], though a wide bowl far from the food often works too.
say: New food should be mixed in over [seven/ten] days, a spoon more each time.
say: Brushing the teeth twice a week is far better than not at all, and a finger in a [gauze/cloth] is enough to begin with.
say: Scratching posts must be taller than the stretched animal, and must not [wobble/tip].
say: Litter boxes are counted with the formula one per cat plus one, in [quiet/separate] corners.
say: Play that ends with a small meal follows the natural order of hunt, eat, groom, sleep.
say: Fever begins above [39.2/39.3] degrees, and a thermometer with a soft tip is kinder.
say: Tablets go down more easily in [butter/soft cheese/liver paste] than in dry food.
user: Could you word a message to the sitter? {Mirabelle gets her thyroid drops at seven in the morning, on an empty stomach}. | When is the medicine due? | I'll put Mirabelle's drops first in the message.
user: Which questions should I bring to the appointment? {The surgeon, Dr. Habermann, took out a piece of string that was eleven centimetres long}. | What did the vet find inside my pet? |
assistant: How much wet food is right for her? | For a cat of her weight and age {I arrive at 185 grams a day, split into four portions}, less if she gets treats. | What daily amount of food did you work out?
prefer: Give me toy ideas, but {no laser pointers and nothing with feathers, I want things she can actually catch}. | What could I get for the cat's birthday? |
changed: Is this still healthy? {On the kitchen scale she shows 4.9 kilos}. | Do I have to alter the ration? {The vet's scale said 4.4 kilos this time}. => How heavy is my cat?
several: Could you make a table of what I spend? {The blood work came to 96 euros}. | Is insurance worth it? {For the ultrasound they took 140 euros}. | How do vets set prices? {The dental cleaning set me back 310 euros}. => What have I paid for her treatments altogether?
time: How do I introduce a second animal? {Today we adopted a tomcat called Perkins from the shelter}. | How long do stitches itch? {Mirabelle came home from her operation at noon}. => Was the operation before or after the tomcat moved in, and by how long?
decoy: My mother's cat weighs nearly seven kilos and refuses to move.
decoy: A friend's dog gets its heart medicine in the evening with food.
decoy: The vet's prices for rabbits are on the door, which I found funny.

topic: scale models
ask: How do I avoid silvering under decals? | Which order of painting would you recommend? | How can I thin acrylics properly? | What do I need for weathering? | Please explain pre-shading. | How do I fix a fogged canopy?
say: Silvering is trapped air, so lay the decal on a [glossy/sealed] surface and settle it with a softener.
say: Thin acrylics to the look of [skimmed milk/thin cream] and keep the pressure near one bar.
say: Prime in grey if you are unsure, in black for [metals/machines], and in white under yellow and red.
say: Pre-shading means dark lines along the panels first, and then thin coats until they only [whisper/show faintly].
say: Oil washes flow better over a coat of gloss, and what is too much comes off with a [cotton bud/flat brush].
say: A fogged canopy clears up when you dip it into [floor polish/acrylic gloss] and let it dry under a cup.
say: Sand seams with [400/600/800] grit, then look at them under a lamp held low.
say: Masking tape loses some of its tack on the back of your hand, which saves the paint below.
say: Photo-etched parts bend cleanly between two [blades/rulers], and a drop of thin glue is plenty.
say: Chipping with a sponge looks natural when it stays at the [edges/steps/hatches] where boots and hands go.
say: Mud is pigment, plaster and patience, in three tones from light to dark.
say: Dry fit everything twice, as [wings/turrets/hulls] are where most kits show their age.
say: Store paints upside down for a night before use, and mix them with a [stirrer/steel ball].
say: Ventilation matters more than the airbrush: a box that pulls [100/150] cubic metres an hour keeps the room clean.
say: Photograph the model against plain paper, because the camera finds the [gaps/hairs/fingerprints] you have learnt to overlook.
user: What glue suits clear parts? {My bench is in the laundry room since the baby came}, so strong fumes are out. | Where in the house do I do my building? | In a laundry room I would stay with water-based glue.
user: How do judges look at seams? {In Eindhoven my Hurricane took a bronze in the beginners' class}, and I want more. | What prize did I win, and for which model? |
assistant: Which colour would the underside have had? | For that squadron and year {I would take Hataka B231 Sky Type S, lightened with one part white to nine}, as it dries darker. | What paint and mix did you suggest for the lower surfaces?
prefer: If you propose a new project, {keep in mind that I only build 1/72 and that I like civil aircraft far more than anything with guns}. | What kit should I put on my wish list? |
changed: I want to budget better. {There are 31 unopened boxes in my stash}. | Please help with a sale post. {After the swap meet the pile is down to 24 boxes}. => How many kits are still waiting to be built?
several: How do I deal with rigging? {I began the Tiger Moth over Easter}. | Which putty is good for big gaps? {On Friday I opened the Catalina and could not stop}. | Need tips for bare metal. {The DC-3 in Swissair colours is now on the bench as well}. => Which aircraft have I started this year?
time: How do I pack a diorama for the post? {I mailed the lighthouse scene to its buyer in Bergen this morning}. | What is a fair entry fee? {Our club held its autumn show yesterday}. => Which was first, sending off the diorama or the show of the club?
decoy: My brother-in-law has forty unopened boxes and no plan to build any of them.
decoy: In Antwerp a friend won a silver with his Spitfire.
decoy: The club's workbench stands in a school and is always covered in glue.

topic: swimming
ask: How should I breathe in crawl? | Can you write three sessions for a 25-metre pool? | What is a sensible warm-up? | Why do my legs sink? | How do open-water swimmers keep direction? | Explain the difference between drills.
say: Breathe out under water in a long stream, so that the turn of the head is only for the [inhale/new air].
say: Sinking legs are mostly a head that looks [forward/up], so look at the bottom and press the chest a little.
say: A set such as eight times fifty with [fifteen/twenty] seconds of rest teaches pace better than one long swim.
say: Fists closed for a length, then open hands: suddenly you [feel/hold] the water.
say: In open water lift the eyes every [six/eight/ten] strokes, just above the surface like a crocodile.
say: Kick from the hip with loose ankles, since a kick from the knee works as a [brake/anchor].
say: Warm up with two hundred easy metres and a few [drills/accelerations], never with the clock.
say: A snorkel takes breathing out of the picture while you work on the [catch/rotation].
say: Count your strokes for a length now and then: fewer at the same time means a better [glide/catch].
say: Cold water below [sixteen/eighteen] degrees calls for a cap and a plan for getting warm again.
say: Goggles fit when they hold for a moment without the [strap/band].
say: Shoulders stay well with ten minutes of [bands/rotations] twice a week.
say: Rest is part of it: two hard sessions in a row make you [slower/tired/careless].
say: Bilateral breathing evens out the stroke, although racing on one side is no sin.
say: Tumble turns are learnt away from the wall first, as a [somersault/roll] in deep water.
user: Please plan around this: {on Wednesdays the pool in Hirschstetten is closed for schools until noon}. | Which day and time can I not train in the morning? | Wednesdays before noon are out, noted.
user: How long should a taper be? {I signed up for the crossing of Lake Ossiach with bib number 418}. | What start number have I got? |
assistant: Which drill fits my crossed arms? | There are many, and {for you I would choose the "catch-up with a pencil" drill, four lengths after each warm-up}, because it shows the line. | What exercise did you prescribe against my arms crossing?
prefer: For the plan: {I get bored by counting lengths, I like sessions by time with music in between}. | Can you make me a training for the coming week? |
changed: Could you judge this? {My hundred metres stand at 1:58}. | Is that progress normal? {In the test today I did the hundred in 1:49}. => What is my time over 100 metres?
several: What to eat after? {I swam two kilometres before work}. | How do I dry hair fast? {Today it became three kilometres, in a lane of my own}. | Any ideas against cramp? {I managed one and a half kilometres despite the cramp}. => How far have I swum in total in the sessions I told you about?
time: What belongs into a beach bag? {I did my first swim in the sea this afternoon}. | How do I choose a coach? {I had my first lesson with Beatriz today}. => How long after the lesson with the coach did I swim in the sea for the first time?
decoy: My cousin swims a hundred metres in 1:20 and never lets me forget it.
decoy: The pool in the next district is closed on Mondays, which does not concern me.
decoy: The coach of the children's group shouts a lot.

topic: journey through Japan
ask: How do rail passes work? | Could you suggest a route for two weeks? | What are good manners in a bath house? | How do I read a menu without knowing the language? | What should I pack for November? | Please explain how to send luggage ahead.
say: Luggage can be sent from one hotel to the next for about [2,000/2,500] yen, and it arrives the following day.
say: The pass pays off only with two or more [long/express] rides within a week, so add up single fares first.
say: In a bath house you wash before you go in, and the small towel never touches the [water/pool].
say: Lunch sets are the cheapest way to eat well, and the plastic food in the window does the [translating/ordering].
say: November evenings drop to [eight/ten] degrees, so layers beat a thick coat.
say: Kyoto is quiet before [seven/eight] in the morning, when the temple gardens open and the buses are still asleep.
say: Convenience stores have tickets, cash machines and [very good/surprisingly fresh] rice balls.
say: An IC card works on nearly all buses and trains, in lockers and at [vending machines/kiosks].
say: Small restaurants may take cash only, so keep [ten/fifteen] thousand yen on you.
say: A pocket of tissues helps, since paper and soap are missing in many [stations/parks].
say: Reservations for popular museums open on the [tenth/first] of the month before and vanish within hours.
say: The island art sites need a whole day, and the last ferry leaves [early/before dinner].
say: Queues form on marks on the platform, and talking on the phone in trains is [frowned upon/rare].
say: Mountain villages such as those in the Kiso valley make a good [break/pause] between two cities.
say: Maple colours move from north to south over six weeks, so the peak depends on [height/latitude] more than on luck.
user: I need a phrase card: {my partner Tomasz can't sit on the floor for long because of his hip replacement}. | What should hosts know about my companion's body? | A card about Tomasz's hip is a good idea.
user: Please check the transfer times. {We land at Kansai at 17:25 with Finnair}. | When and with which airline do we arrive? |
assistant: Which inn should we take near Hakone? | After comparing what you told me, {the Fukuzumiro in Tonosawa seems best, room "Kiri" above the river}, with dinner in the room. | What was the name of the inn and the room you proposed?
prefer: A word before you plan days: {we would rather see two things slowly than six in a hurry, and crowds make Tomasz anxious}. | What shall we do on our day in Nara? |
changed: Is this enough? {We have put 4,200 euros aside for the trip}. | Can we afford a nicer hotel? {Thanks to my grandmother it is 5,600 euros for the trip now}. => What is our travel budget?
several: How do vouchers work? {I reserved the pottery class in Mashiko}. | Do we need to be early? {The tickets for the sumo day are bought}. | What is the dress code? {Tomasz got us seats at a Noh play}. => What have we booked to do while we are over there?
time: How long are passports valid? {I picked up my new passport at the town hall today}. | Are flights refundable? {We bought the plane tickets last night, finally}. => Did I get the passport before we bought the flights? How many days apart?
decoy: My colleague lands in Tokyo at 9:10 with another airline and stays a month.
decoy: My aunt spent 9,000 euros on a trip of ten days, which shocked us.
decoy: A friend booked a tea ceremony and fell asleep in it.

topic: podcast
ask: How do I make remote guests sound good? | What makes a good opening minute? | Could you give me a structure for an interview? | Which loudness should I aim for? | How do people find listeners? | Explain noise reduction.
say: Ask guests to record themselves locally, even with a phone held [a hand/twenty centimetres] away.
say: Aim for minus sixteen LUFS in stereo, and keep peaks under minus [one/one and a half].
say: Open with the most [surprising/personal] sentence of the talk, then say who speaks and why it matters.
say: Blankets and a wardrobe full of coats do more than a [costly/fancy] microphone in a bare room.
say: Noise reduction works best in two gentle passes, as one strong pass makes voices [watery/metallic].
say: Ask short questions and bear the silence, because the second answer is the [true/better] one.
say: Chapter marks help listeners come back, and they cost you [five/ten] minutes.
say: Titles with a verb and a concrete thing beat [numbers/guest names] in search.
say: Swap trailers with two shows of a similar size every [month/season], which brings more than adverts.
say: Keep a list of sentences you always stumble over and [rewrite/shorten] them.
say: A pop filter belongs at a slight angle, a fist away from the [capsule/grille].
say: Transcripts make a show usable for people who cannot hear it and give you [quotes/newsletters] for free.
say: Edit on paper first: mark what can go, then cut, and listen once at [normal/half as much again] speed.
say: Music under speech should sit [eighteen/twenty] decibels below it and stop before the important word.
say: Publishing on the same weekday matters less than [never skipping/keeping the gap even].
user: A title for the next episode, please: {my guest will be Olu Adeyemi, who repairs church organs}. | What does the person I'm going to interview do for a living? | Organ repair with Olu sounds like a treat.
user: How do I thank a sponsor? {The stationery shop Federkiel pays me 75 euros an episode}. | Who finances the show and with how much? |
assistant: Which microphone stand would survive my desk? | Given the wobble, {I would buy the Elgato low-profile arm and put a 12 mm cork plate under its clamp}. | What did you tell me to place under the clamp of the arm?
prefer: On tone: {I don't want jokes in the scripts, and I like sentences that can be said in one breath}. | Please write an intro for the Christmas special. |
changed: Is that a good number? {Each part gets about 340 downloads in its first week}. | What do I tell the sponsor? {By now we are at 610 downloads in the first week}. => How many listeners does an episode reach in a week?
several: How should I credit sources? {I recorded the talk with the ferryman}. | May I use bells as a sound? {The interview with the bell founder is in the box}. | What if a guest cancels after the recording? {Yesterday the beekeeping nun finally sat at my microphone}. => Which conversations have I recorded already?
time: Where do I submit the feed? {The show went live this morning}. | How do I make a good press photo? {The local paper wrote about us today}. => How many weeks after the launch did the newspaper report?
decoy: A colleague's podcast has 12,000 downloads a week and three sponsors.
decoy: My sister wants to interview a man who repairs clocks for a living.
decoy: The radio station pays 200 euros, but only for whole series.

topic: Espresso zu Hause
language: de
ask: Wie stelle ich die Mühle richtig ein? | Warum schmeckt der Kaffee sauer? | Kannst du mir erklären, was Vorbrühen bewirkt? | Welche Milch schäumt am besten? | Wie reinige ich die Brühgruppe? | Was bringt eine Waage?
say: Saurer Geschmack heißt meist, dass zu wenig gelöst wurde, also [feiner mahlen/heißer brühen/länger laufen lassen].
say: Ein Verhältnis von eins zu zwei in [25/28/30] Sekunden ist ein guter Anfang, kein Gesetz.
say: Beim Vorbrühen wird der Puck gleichmäßig nass, wodurch sich weniger Kanäle [bilden/öffnen].
say: Vollmilch mit viel Eiweiß gibt den [festesten/feinsten] Schaum, Hafer braucht etwas mehr Luft am Anfang.
say: Bohnen sind zwischen dem [siebten/zehnten] und dem dreißigsten Tag nach der Röstung am besten.
say: Die Brühgruppe freut sich über klares Wasser nach jedem Bezug und einmal in der Woche über [Reiniger/eine Bürste].
say: Hartes Wasser setzt den Kessel zu, deshalb lohnt sich ein Filter ab [zwölf/vierzehn] Grad deutscher Härte.
say: Eine Waage nimmt das Raten aus der Sache, denn schon ein halbes Gramm [verändert/verschiebt] den Fluss.
say: Verteile das Mehl mit einer dünnen Nadel, bevor du andrückst, und drücke [gerade/ohne zu drehen].
say: Dunkle Röstungen mögen weniger Hitze, etwa [88/90] Grad, helle dürfen bis 95 gehen.
say: Wer alles zugleich ändert, lernt nichts: immer nur eine Größe, und dann [zwei/drei] Bezüge lang dabei bleiben.
say: Alte Fette im Siebträger riechen ranzig und sind oft schuld, wenn plötzlich [alles bitter ist/nichts mehr schmeckt].
say: Eine Tasse vom Gerät herunter vorgewärmt hält die Temperatur [deutlich/etwas] länger.
user: Was schreibe ich in die Anzeige? {Die Dichtung meiner Lelit habe ich schon zweimal getauscht, zuletzt gegen eine blaue aus Silikon}. | Welche Maschine steht bei mir in der Küche? | Eine blaue Silikondichtung hält meist länger.
user: Hilf mir bei einer Karte: {unser Röster in Graz, der Herr Pirker, geht in Pension}. | Wer verkauft mir sonst die Bohnen? |
assistant: Welche Mahlstufe passt zu den neuen Bohnen? | Nach dem, was du beschreibst, {würde ich bei Stufe 14 anfangen und 17,5 Gramm ins Doppelsieb geben}, danach in halben Schritten. | Mit welcher Einstellung der Mühle sollte ich beginnen?
prefer: Vorweg: {ich trinke nach vier Uhr nur noch koffeinfrei und mag es schokoladig statt fruchtig}. | Was soll ich mir für den Abend holen? |
changed: Ist das viel? {Wir kommen mit einem Kilo Bohnen im Monat aus}. | Lohnt sich ein Abo? {Seit Paul im Homeoffice ist, brauchen wir zwei Kilo im Monat}. => Wie groß ist unser Verbrauch an Bohnen?
several: Wie lagere ich das am besten? {Ich habe mir einen Tamper aus Olivenholz gegönnt}. | Womit poliere ich Stahl? {Ein neues Milchkännchen steht seit heute da}. | Was kann man gegen Spritzer tun? {Den bodenlosen Siebträger habe ich jetzt auch gekauft}. => Welches Zubehör habe ich mir angeschafft?
time: Wie entsorge ich alte Geräte? {Heute ist die alte Mühle endgültig kaputtgegangen}. | Was taugt ein Kurs? {Gestern war ich beim Barista-Kurs in der Siebensterngasse}. => War der Kurs vor oder nach dem Ende der alten Mühle?
decoy: Meine Kollegin braucht fünf Kilo Bohnen im Monat, aber für ein ganzes Büro.
decoy: Bei meinen Eltern steht noch eine Filtermaschine in der Küche.
decoy: Der Nachbar beginnt den Tag mit Tee und redet gern über Einstellungen.

topic: clases de guitarra
language: es
ask: ¿Cómo cambio de acorde sin parar? | ¿Puedes explicarme los modos? | ¿Qué ejercicios ayudan con la cejilla? | ¿Cómo se graba una guitarra en casa? | ¿Qué cuerdas me convienen? | Hazme un plan de veinte minutos al día.
say: Practica el cambio en silencio, solo con la mano izquierda, hasta que los dedos lleguen [juntos/a la vez].
say: El metrónomo a [sesenta/setenta] pulsos parece lento, pero es donde se corrigen los errores.
say: La cejilla no es fuerza sino ángulo: gira un poco el índice hacia el [hueso/lado] y acerca el codo.
say: Los modos se entienden mejor por su color, y el dórico suena [triste con luz/menor pero abierto].
say: Para grabar en casa coloca el micrófono a [treinta/veinte] centímetros del traste doce.
say: Las cuerdas de tensión media cansan menos y afinan [bien/mejor] tras dos días.
say: Divide la sesión en técnica, repertorio y juego, y termina siempre con algo que te [guste/anime].
say: Un espejo enseña tensiones del hombro que no se [notan/sienten].
say: Los arpegios ganan cuando el pulgar descansa en la cuerda y los demás dedos [esperan/preparan].
say: La humedad por debajo del [cuarenta/cuarenta y cinco] por ciento abre grietas en la tapa.
say: Aprende la melodía cantando antes de buscarla en el mástil, porque el oído [manda/recuerda].
say: Las uñas se liman en una dirección y se pulen con papel muy [fino/suave].
say: Tocar con otros una vez a la semana enseña más que [horas/noches] de vídeos.
user: Escríbeme un correo amable: {mi profesora, Leonor Vidal, se muda a Cádiz en otoño}. | ¿Quién me da clase? | Qué pena lo de Leonor.
user: ¿Qué estuche aguanta un avión? {Mi guitarra la hizo un lutier de Granada con tapa de cedro}. | ¿De qué madera es el instrumento que tengo? |
assistant: ¿Con qué estudio sigo? | Visto tu nivel, {te propongo el estudio número 6 de Sor, a 72 pulsos y sin repetir la segunda parte}. | ¿Qué pieza me dijiste que estudiara y a qué velocidad?
prefer: Antes de recomendar canciones: {no me gusta el flamenco rápido, prefiero bossa nova y boleros tranquilos}. | ¿Qué podría tocar en la fiesta de mi tía? |
changed: ¿Es poco? {Practico quince minutos cada noche}. | ¿Cómo evito lesiones? {Desde las vacaciones practico cuarenta minutos cada noche}. => ¿Cuánto tiempo dedico a tocar al día?
several: ¿Cómo memorizo mejor? {Ya me sé entera "Lágrima"}. | ¿Qué hago con los nervios? {Ayer toqué de memoria "Manhã de Carnaval"}. | ¿Cómo subo una grabación? {También "Romance" sale ya sin partitura}. => ¿Qué piezas sé tocar de memoria?
time: ¿Cómo cuido la madera? {Hoy he recogido la guitarra del taller}. | ¿Qué me pongo para un concierto? {Anoche toqué por primera vez ante público en el bar Colibrí}. => ¿Toqué en público antes o después de llevar la guitarra al taller?
decoy: Mi vecino practica tres horas cada noche y no deja dormir a nadie.
decoy: La profesora de piano de mi hija vive en Sevilla.
decoy: Un amigo sabe tocar de memoria todo un disco.
`);
