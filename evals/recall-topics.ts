/**
 * Topics of the generated conversations with an assistant. Each has facts that are stated once, values that change, facts
 * in several places, and questions in other words than their answers. The two halves share no topic: weights that are
 * fitted to the first are checked on the second.
 */
export type Topic = {
  name: string;
  /** Subjects to which the long answers keep coming back. */
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
