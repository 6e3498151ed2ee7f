/** Topics that no weight of the ranking was fitted to. */
import type { Topic } from './recall-topics.ts';

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
