/**
 * What generated conversations of a user with an assistant are about. Each topic has things said once, values that
 * change, things said in several places, and questions in other words than the answers. The two halves share no topic:
 * what is fitted to the first is checked on the second.
 */
export type Topic = {
  name: string;
  /** What the long answers keep coming back to. */
  nouns: readonly string[];
  single: readonly { by: 'user' | 'assistant'; said: string; ask: string }[];
  /** `{}` stands for the value. */
  changed: readonly { said: readonly string[]; values: readonly string[]; ask: string; askHow: string }[];
  list: { ask: string; said: readonly string[] };
  order: { ask: string; said: readonly string[] };
  summary: { ask: string; said: readonly string[] };
};

export const fittedTopics: readonly Topic[] = [
  {
    name: 'kitchen renovation',
    nouns:
      'cabinets, countertop, plumber, sink, tiles, electrician, contractor, quote, floor, permit, lighting, drawer, budget, oven, layout, grout, installation'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'My neighbour Halvard lent me his tile saw until the end of the month.',
        ask: 'Who did I borrow the cutter for the tiles from?',
      },
      {
        by: 'user',
        said: 'The gap beside the fridge is only 43 centimetres wide, so nothing standard fits there.',
        ask: 'How wide is the space next to the refrigerator?',
      },
      {
        by: 'assistant',
        said: 'For the grout between the floor tiles I would take an epoxy one, because the cement kind stains within a year.',
        ask: 'Which kind of grout did you advise for the floor?',
      },
      {
        by: 'assistant',
        said: 'The dishwasher should get a circuit of its own with 16 amperes.',
        ask: 'What circuit did you say the dishwasher needs?',
      },
      {
        by: 'user',
        said: 'Our building forbids drilling after 6 pm and all day on Sundays.',
        ask: 'At what hours may nobody drill in our house?',
      },
    ],
    changed: [
      {
        said: [
          'The plumber wants {} for moving the sink under the window.',
          'New figure from the plumber for the sink: {}.',
          'We talked the plumber into {} for the sink in the end.',
        ],
        values: ['1,450 euros', '1,720 euros', '1,590 euros'],
        ask: 'What does the plumber charge for moving the sink?',
        askHow: 'How did the price for moving the sink develop?',
      },
      {
        said: ['The countertop will be {}.', 'We dropped that and now the countertop is going to be {}.'],
        values: ['oak', 'quartz composite'],
        ask: 'Which material did we settle on for the countertop?',
        askHow: 'How did our choice of countertop change?',
      },
      {
        said: [
          'The contractor can start on {}.',
          'The contractor called: he begins on {} instead.',
          'One more delay, the contractor starts on {}.',
        ],
        values: ['3 March', '17 March', '24 March'],
        ask: 'When does the contractor start?',
        askHow: 'How often and how was the start of the contractor moved?',
      },
    ],
    list: {
      ask: 'List all the appliances I have bought for the kitchen.',
      said: [
        'I ordered the induction hob from the outlet today.',
        'Bought a used extractor hood from a restaurant that closed.',
        'The combi oven was on sale, so I bought it.',
        'I also picked up a narrow dishwasher yesterday.',
      ],
    },
    order: {
      ask: 'In which order did the works in the kitchen get done?',
      said: [
        'The old units were torn out this morning.',
        'The wiring in the kitchen walls is finished now.',
        'The screed was poured and may dry for a week.',
        'All the wall cupboards hang now.',
      ],
    },
    summary: {
      ask: 'Summarize what we decided about the lighting.',
      said: [
        'Decision on the lighting: LED strips under the wall units.',
        'We also decided the lighting gets a dimmer by the door.',
        'And no pendant lamp over the table, that is settled for the lighting.',
      ],
    },
  },
  {
    name: 'invoice service',
    nouns:
      'endpoint, migration, queue, retry, timeout, customer, invoice, schema, cache, deployment, test, handler, token, log, database, worker, staging'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'The legacy importer runs on a machine called brontide in the basement rack.',
        ask: 'What is the host of the old importer called?',
      },
      {
        by: 'user',
        said: 'Our largest client, Pellworm Ferries, sends us 48,000 documents a night.',
        ask: 'How many files does our biggest customer deliver every night?',
      },
      {
        by: 'assistant',
        said: 'I would put the idempotency key into the header X-Request-Fingerprint, so that a retry never bills twice.',
        ask: 'Which header did you propose against double billing?',
      },
      {
        by: 'assistant',
        said: 'A partial index on unpaid rows brings the listing from 900 milliseconds down to about 40.',
        ask: 'How did you suggest making the list of unpaid rows faster?',
      },
      {
        by: 'user',
        said: 'Only Oyelaran may approve changes to the rounding rules, accounting insists on it.',
        ask: 'Who has to sign off on modifications of how we round?',
      },
    ],
    changed: [
      {
        said: [
          'Set the worker timeout to {}.',
          'The worker timeout was too tight, it is {} now.',
          'After the incident the worker timeout went to {}.',
        ],
        values: ['15 seconds', '40 seconds', '25 seconds'],
        ask: 'What is the timeout of the worker?',
        askHow: 'How has the worker timeout changed over time?',
      },
      {
        said: ['The queue runs on {}.', 'We moved the queue over to {}.'],
        values: ['RabbitMQ', 'NATS'],
        ask: 'What does our queue run on?',
        askHow: 'Which systems has the queue used?',
      },
      {
        said: [
          'Test coverage of the billing package is at {}.',
          'Coverage of the billing package rose, it is {} now.',
          'With the new cases the billing package has {} coverage.',
        ],
        values: ['61 %', '74 %', '83 %'],
        ask: 'How much of the billing package do the tests cover?',
        askHow: 'How did the coverage of billing go up?',
      },
    ],
    list: {
      ask: 'Which libraries have we removed from the service? Name all of them.',
      said: [
        'I threw out moment in favour of the platform dates.',
        'Removed the old soap client library as well.',
        'We got rid of the xml2js dependency today.',
        'The left-over request package is removed from the service.',
      ],
    },
    order: {
      ask: 'In what order did the incidents with the service happen?',
      said: [
        'Incident this morning: the disk of the log volume ran full.',
        'Today an expired certificate took the service down for an hour.',
        'A deadlock in the payments table stalled everything at noon.',
        'The DNS change broke the webhook deliveries last night.',
      ],
    },
    summary: {
      ask: 'Summarize what was agreed about retention of data.',
      said: [
        'Agreed with legal on retention: raw uploads go after 30 days.',
        'Retention of the audit trail is ten years, agreed too.',
        'For retention of drafts we agreed on one quarter.',
      ],
    },
  },
  {
    name: 'marathon training',
    nouns:
      'long run, pace, recovery, shoes, interval, knee, heart rate, race, nutrition, hill, stride, sleep, stretching, mileage, gel, coach, taper'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'My physiotherapist Wanjiru found that the left hip is weaker than the right one.',
        ask: 'What weakness did the physio discover?',
      },
      {
        by: 'user',
        said: 'I am allergic to maltodextrin, it gives me a rash on the arms.',
        ask: 'Which ingredient do I react to?',
      },
      {
        by: 'assistant',
        said: 'Before hard sessions take 70 grams of carbohydrates about three hours ahead.',
        ask: 'How many carbs did you recommend before a hard workout?',
      },
      {
        by: 'assistant',
        said: 'Lace the shoes with a heel lock, that keeps the black toenails away.',
        ask: 'What did you tell me against black nails on my feet?',
      },
      {
        by: 'user',
        said: 'The track at Lindenhof is closed on Thursdays for the school teams.',
        ask: 'On which weekday can I not use the Lindenhof oval?',
      },
    ],
    changed: [
      {
        said: [
          'My goal for the race is {}.',
          'I feel strong, the new goal for the race is {}.',
          'After the flu I lowered the goal for the race to {}.',
        ],
        values: ['3:45', '3:35', '3:50'],
        ask: 'What time am I aiming for in the race?',
        askHow: 'How did my target for the race change?',
      },
      {
        said: ['My resting heart rate is {}.', 'Resting heart rate this month: {}.'],
        values: ['58', '51'],
        ask: 'What is my pulse at rest?',
        askHow: 'How has my pulse at rest changed?',
      },
      {
        said: [
          'I run in the {}.',
          'The old pair is through, I switched to the {}.',
          'Blisters again, so from now on I run in the {}.',
        ],
        values: ['Corvane Lift', 'Mistral Two', 'Aldera Trail'],
        ask: 'Which shoes am I running in?',
        askHow: 'Which shoes did I wear one after the other?',
      },
    ],
    list: {
      ask: 'List every preparation race I have run.',
      said: [
        'I finished the 10k along the canal on Sunday.',
        'The half marathon in Tramberg went better than planned.',
        'I ran the company relay, third leg.',
        'Did the night run through the old harbour, 15 kilometres.',
      ],
    },
    order: {
      ask: 'In which order did my injuries and illnesses come?',
      said: [
        'My calf cramped and I am out for four days.',
        'I caught a cold and have to rest.',
        'The shin hurts since the hills.',
        'Twisted my ankle on the stairs today.',
      ],
    },
    summary: {
      ask: 'Give me a summary of what we fixed for race day.',
      said: [
        'For race day it is fixed: breakfast is rice with banana.',
        'Also fixed for race day: I start with the second wave.',
        'Race day plan: walk through every water station, fixed.',
      ],
    },
  },
  {
    name: 'history thesis',
    nouns:
      'archive, chapter, supervisor, source, footnote, argument, deadline, interview, draft, library, method, translation, guild, harbour, merchant, letter, bibliography'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'The letters of the widow Tengnagel lie in box 117 of the town archive.',
        ask: 'Where are the papers of Mrs Tengnagel kept?',
      },
      {
        by: 'user',
        said: 'My supervisor, Professor Adeyemi, is on leave from June until September.',
        ask: 'In which months is my professor away?',
      },
      {
        by: 'assistant',
        said: 'Your strongest argument is the salt tax of 1587, because nobody has tied it to the guild strike before.',
        ask: 'What did you call the strongest point of my thesis?',
      },
      {
        by: 'assistant',
        said: 'Cite the port registers by folio rather than by page, as Brandsma does.',
        ask: 'How should I quote the registers of the port according to you?',
      },
      {
        by: 'user',
        said: 'The faculty accepts at most 90 pages without the appendix.',
        ask: 'What is the maximum length of the thesis?',
      },
    ],
    changed: [
      {
        said: [
          'The thesis is due on {}.',
          'The office moved the due date of the thesis to {}.',
          'I got an extension, the thesis is due on {}.',
        ],
        values: ['30 April', '15 May', '12 June'],
        ask: 'When do I have to hand in the thesis?',
        askHow: 'How was the due date of the thesis moved?',
      },
      {
        said: ['The working title is "{}".', 'I renamed it, the title is "{}" now.'],
        values: ['Salt and Silence', 'The Measure of the Harbour'],
        ask: 'What is the title of my thesis?',
        askHow: 'What titles has the thesis had?',
      },
      {
        said: [
          'Chapter three has {} words so far.',
          'I cut and rewrote, chapter three has {} words.',
          'Chapter three stands at {} words.',
        ],
        values: ['6,200', '4,900', '7,800'],
        ask: 'How many words does the third chapter have?',
        askHow: 'How did the size of chapter three develop?',
      },
    ],
    list: {
      ask: 'Which archives have I visited? All of them, please.',
      said: [
        'I spent two days in the provincial archive at Zutphen.',
        'Went through the notary records at the Deventer archive.',
        'The church archive in Kampen let me photograph everything.',
        'Visited the private archive of the Van Loon family.',
      ],
    },
    order: {
      ask: 'In what sequence did I write the parts?',
      said: [
        'I finished writing the part on the guild statutes.',
        'The part about the plague year is written.',
        'Wrote the part on the merchants of the north quay.',
        'The introduction is written at last.',
      ],
    },
    summary: {
      ask: 'Summarize the criticism of my draft.',
      said: [
        'Criticism of the draft from the colloquium: too little on women.',
        'More criticism of the draft: the maps are unreadable.',
        'The second reader criticized the draft for its long quotations.',
      ],
    },
  },
];

export const heldOutTopics: readonly Topic[] = [
  {
    name: 'allotment garden',
    nouns:
      'soil, compost, seedlings, greenhouse, slugs, watering, bed, harvest, fence, pruning, mulch, frost, variety, shed, fertilizer, rotation, trellis'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'The allotment next to ours belongs to a retired beekeeper called Szymon.',
        ask: 'What is the name of the man with the bees beside our plot?',
      },
      {
        by: 'user',
        said: 'Our tap only gives water between seven and nine in the morning.',
        ask: 'During which hours can we get water?',
      },
      {
        by: 'assistant',
        said: 'Against the slugs I would work with copper tape around the raised bed rather than pellets.',
        ask: 'What remedy did you suggest for the slug problem?',
      },
      {
        by: 'assistant',
        said: 'Sow the broad beans as early as February, they stand frost down to minus five.',
        ask: 'When did you say broad beans can go into the ground?',
      },
      {
        by: 'user',
        said: 'The soil test came back with a pH of 5.9.',
        ask: 'How acid is the ground according to the test?',
      },
    ],
    changed: [
      {
        said: [
          'The lease for the plot costs {} a year.',
          'They raised it, the lease for the plot is {} a year from now on.',
        ],
        values: ['140 pounds', '165 pounds'],
        ask: 'What is the yearly lease of our plot?',
        askHow: 'How did the lease of the plot change?',
      },
      {
        said: [
          'We water the greenhouse every {}.',
          'It got hot, so the greenhouse gets water every {}.',
          'With the drip hose we water the greenhouse every {} only.',
        ],
        values: ['three days', 'evening', 'second day'],
        ask: 'How often do we water the greenhouse?',
        askHow: 'How has the watering of the greenhouse changed?',
      },
      {
        said: [
          'The shed will be painted {}.',
          'My wife vetoed that, the shed will be {}.',
          'Last word on the shed: it becomes {}.',
        ],
        values: ['ochre', 'slate blue', 'moss green'],
        ask: 'Which colour does the shed get?',
        askHow: 'Which colours did we consider for the shed, one after another?',
      },
    ],
    list: {
      ask: 'List all the fruit trees we planted.',
      said: [
        'Planted the quince by the gate.',
        'The two plum trees are in the ground.',
        'We planted a medlar that my aunt gave us.',
        'A pear on dwarf stock went in behind the shed.',
      ],
    },
    order: {
      ask: 'In which order did we build things on the plot?',
      said: [
        'The raised bed is built and filled.',
        'We built the cold frame out of old windows.',
        'The pergola stands since the weekend.',
        'The rabbit fence is finished.',
      ],
    },
    summary: {
      ask: 'Summarize the rules of the association we have to follow.',
      said: [
        'A rule of the association: no hedge above 1.2 metres.',
        'The association also has the rule that a third must be vegetables.',
        'Another association rule: no fires from April to October.',
      ],
    },
  },
  {
    name: 'moving abroad',
    nouns:
      'visa, landlord, embassy, apartment, insurance, shipping, bank, certificate, appointment, language, school, deposit, contract, tax, permit, furniture, registration'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'My contact at the consulate is Ms Quintanilha, extension 22.',
        ask: 'Who do I speak to at the consulate?',
      },
      {
        by: 'user',
        said: 'Our cat Pim needs a rabies titer test at least three months before the trip.',
        ask: 'Which medical check does our pet need ahead of travelling?',
      },
      {
        by: 'assistant',
        said: 'Have the birth certificates apostilled in Leiden, since other offices take six weeks.',
        ask: 'Where should we get the apostille in your opinion?',
      },
      {
        by: 'assistant',
        said: 'Open the account with a video identification; the branch wants a residence card first.',
        ask: 'How did you say I could open a bank account without a card of residence?',
      },
      {
        by: 'user',
        said: 'The new flat is on the fourth floor and has no lift.',
        ask: 'On what storey is our future home?',
      },
    ],
    changed: [
      {
        said: [
          'The movers quoted {} for the container.',
          'With the piano the movers want {} for the container.',
          'We leave the piano, so the container is {} after all.',
        ],
        values: ['3,900 dollars', '4,650 dollars', '3,700 dollars'],
        ask: 'What do the movers charge for the container?',
        askHow: 'How did the quote for the container change?',
      },
      {
        said: ['We fly on {}.', 'The airline rebooked us, we fly on {}.'],
        values: ['2 August', '9 August'],
        ask: 'On what day do we fly?',
        askHow: 'How did the date of our flight change?',
      },
      {
        said: [
          'The deposit is {}.',
          'The landlord corrected the deposit to {}.',
          'After we complained, the deposit is {}.',
        ],
        values: ['two months of rent', 'three months of rent', 'one and a half months of rent'],
        ask: 'How high is the deposit?',
        askHow: 'Which amounts has the landlord asked as deposit?',
      },
    ],
    list: {
      ask: 'Name all the documents I have already sent off.',
      said: [
        'I sent off the marriage certificate by courier.',
        'The diploma translation is sent off.',
        'Sent off the police clearance on Monday.',
        'My employment contract went off to the office too.',
      ],
    },
    order: {
      ask: 'In which order did we sell our things?',
      said: [
        'The station wagon is sold.',
        'We sold the dining table with the six chairs.',
        'Someone bought the washing machine today.',
        'The piano is sold, with a heavy heart.',
      ],
    },
    summary: {
      ask: 'Summarize what the school told us.',
      said: [
        'The school told us that the term begins on 28 August.',
        'From the school: the children get a language class of eight hours.',
        'The school also told us that lunch has to be paid monthly.',
      ],
    },
  },
  {
    name: 'data dashboard',
    nouns:
      'chart, filter, dataset, export, legend, axis, query, table, panel, tooltip, browser, server, colour, report, threshold, alert, aggregation'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'The sensor feed comes from a vendor named Halcyra and is always eleven minutes late.',
        ask: 'How big is the delay of the vendor feed?',
      },
      {
        by: 'user',
        said: 'Never use red for revenue, our director Ekström is colour-blind.',
        ask: 'Why is red not allowed in the revenue charts?',
      },
      {
        by: 'assistant',
        said: 'I would render the heat map on a canvas, because SVG chokes above 20,000 cells.',
        ask: 'What did you advise to draw the heat map with?',
      },
      {
        by: 'assistant',
        said: 'Round the timestamps to five-minute buckets in the view called v_readings_rounded.',
        ask: 'In which view did you put the rounding of time?',
      },
      {
        by: 'user',
        said: 'The demo for the board is in meeting room Fjord.',
        ask: 'Where will we present to the board?',
      },
    ],
    changed: [
      {
        said: [
          'The alert threshold is {}.',
          'Too many false alarms, so the alert threshold is {}.',
          'Finally we left the alert threshold at {}.',
        ],
        values: ['75 degrees', '82 degrees', '79 degrees'],
        ask: 'At which threshold do we alert?',
        askHow: 'How did the threshold of the alert change?',
      },
      {
        said: ['The charts are drawn with {}.', 'We replaced it, the charts are drawn with {} now.'],
        values: ['Plotly', 'Observable Plot'],
        ask: 'What library draws our charts?',
        askHow: 'Which chart libraries have we used?',
      },
      {
        said: [
          'The page loads in {}.',
          'After caching, the page loads in {}.',
          'With the new query plan the page loads in {}.',
        ],
        values: ['4.8 seconds', '2.1 seconds', '900 milliseconds'],
        ask: 'How fast does the page load?',
        askHow: 'How did the loading time of the page improve?',
      },
    ],
    list: {
      ask: 'Which bugs did I fix? List all of them.',
      said: [
        'Fixed the bug where the legend covered the axis.',
        'The bug with the missing leap day is fixed.',
        'I fixed the double scroll bar bug in the side panel.',
        'Fixed a bug that exported the wrong time zone.',
      ],
    },
    order: {
      ask: 'In what order were the panels added?',
      said: [
        'The panel for energy use is added.',
        'I added the panel with the occupancy map.',
        'Added a panel of the water meters.',
        'The maintenance panel was added today.',
      ],
    },
    summary: {
      ask: 'Summarize the feedback of the users.',
      said: [
        'Feedback of the users: the night colours are too dark.',
        'More user feedback: they miss a weekly comparison.',
        'Users gave the feedback that the search box is hard to find.',
      ],
    },
  },
  {
    name: 'community theatre',
    nouns:
      'rehearsal, costume, stage, lighting, script, actor, prop, ticket, scene, director, curtain, sponsor, poster, orchestra, choir, premiere, set'.split(
        ', ',
      ),
    single: [
      {
        by: 'user',
        said: 'Bettina Okonkwo plays the ferryman, although the role was written for a man.',
        ask: 'Who has the part of the ferryman?',
      },
      {
        by: 'user',
        said: 'The fire inspector allows 212 seats in the hall and not one more.',
        ask: 'How many people may sit in the auditorium?',
      },
      {
        by: 'assistant',
        said: 'For the storm scene I would beat a sheet of thin steel backstage instead of a recording.',
        ask: 'What did you propose for the sound of the storm?',
      },
      {
        by: 'assistant',
        said: 'Let the second act begin in the dark for twenty seconds, that hides the change of set.',
        ask: 'How long should it stay dark at the start of act two?',
      },
      {
        by: 'user',
        said: 'Our seamstress only works on Tuesdays and Wednesdays.',
        ask: 'On which days is the woman who sews available?',
      },
    ],
    changed: [
      {
        said: [
          'A ticket costs {}.',
          'The committee set the ticket at {}.',
          'Vote is over: a ticket costs {}.',
        ],
        values: ['12 euros', '18 euros', '15 euros'],
        ask: 'What is the price of a ticket?',
        askHow: 'How did the price of a ticket change?',
      },
      {
        said: ['The premiere is on {}.', 'The hall is double-booked, the premiere is on {}.'],
        values: ['6 November', '13 November'],
        ask: 'When is the premiere?',
        askHow: 'How did the day of the premiere change?',
      },
      {
        said: [
          'The orchestra has {} players.',
          'Two dropped out, the orchestra has {} players.',
          'With the school brass the orchestra has {} players.',
        ],
        values: ['eleven', 'nine', 'fourteen'],
        ask: 'How many players are in the orchestra?',
        askHow: 'How did the size of the orchestra change?',
      },
    ],
    list: {
      ask: 'List all the sponsors that agreed.',
      said: [
        'The bakery Lorenz agreed to sponsor us.',
        'A sponsor more: the savings bank agreed.',
        'The brewery at the bridge agreed to be a sponsor.',
        'And the optician agreed as sponsor, for the programme.',
      ],
    },
    order: {
      ask: 'In which order did we rehearse the scenes?',
      said: [
        'We rehearsed the wedding scene for the first time.',
        'Tonight we rehearsed the trial.',
        'The market scene was rehearsed on Friday.',
        'We rehearsed the farewell at the river.',
      ],
    },
    summary: {
      ask: 'Summarize what is settled about the costumes.',
      said: [
        'Settled for the costumes: everything in grey and rust.',
        'The costumes of the choir are rented, that is settled.',
        'Also settled: no masks in the costumes of act three.',
      ],
    },
  },
];
