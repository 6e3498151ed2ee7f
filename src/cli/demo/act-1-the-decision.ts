/** 2 to 4 March: why the bookshop moves, where to, and by which rules. */
import { assistant, call, result, type Scene, user } from './lines.ts';

export const theDecision: readonly Scene[] = [
  {
    start: '2026-03-02T08:40:00Z',
    lines: [
      user(
        "Good morning. I'm Maya Lindqvist, I look after the software of The Ink & Otter, a bookshop in Lübeck with an online shop. Our database is a MongoDB 3.6 on a machine under the till. The shop's cat sleeps on it because it is warm. I want to move everything before one of the two gives up.",
      ),
      assistant(
        'Good morning, Maya. For a shop of that size two databases come to mind, PostgreSQL and MySQL. Shall I compare them, or is that settled? And it would help to know how much data there is, who works on it with you, and how long the shop may be closed.',
      ),
      user(
        'It is settled: we decided on PostgreSQL, not MySQL, because a failed migration rolls back as a whole there, and because its full-text search lets us cancel the search service that costs us 189 € a month.',
      ),
      assistant(
        'Both are good reasons. Transactional DDL matters most on the night itself: a migration that dies halfway leaves PostgreSQL as it was. For the search we should check early that it finds German compound words, or customers will miss the hosted one within a day. A third reason you may like later: orders, items and stock change in one transaction, so nobody can buy the last copy twice. With MongoDB 3.6 that takes luck, or very few customers.',
      ),
      user(
        'Compound words, good point. Size: 41,380 books, 9,214 customers, 112,560 orders since 2011. The team is me, Jonas for the backend, Priya for the front end, and Tomás, who does operations for us on Thursdays.',
      ),
      assistant(
        'That is small enough to copy in minutes, so the hard part will be the shape of the data and not its size. With 112,560 orders even a slow import takes minutes; what takes weeks is finding out what a field meant to the person who typed it. Fifteen years of orders usually hold at least three generations of address formats. Who decides about downtime?',
      ),
      user(
        'Mrs Abernathy, the owner. She is 78, answers mails within four minutes and calls downtime "closing the shutters". She grants us one night. I told her Saturday 28 March, starting at 22:00.',
      ),
      assistant(
        'Noted: go-live on Saturday 28 March at 22:00, one night. Today is 2 March, so we have a little under four weeks. I suggest three stages: schema by 12 March, a repeatable import by 20 March, and a full rehearsal in the last week. After each stage there is something that can be tested and, if need be, thrown away: the schema against made-up rows, the import against the real export on staging, the rehearsal against the clock. Nothing before the night itself touches the shop.',
      ),
      user(
        'Agreed. Tickets start with BK: the migration is BK-101, the search BK-102, everything new gets the next number. From now on always answer with the ticket number first. I paste your answers into the tracker, and Jonas complains when he has to guess.',
      ),
      assistant('BK-101: Will do. The next free number is BK-103, and Jonas will never have to guess again.'),
      user(
        'And a rule from Mrs Abernathy: never run anything against production between 17:00 and 21:00. That is when people come home and order books.',
      ),
      assistant('BK-101: Understood, nothing touches production between 17:00 and 21:00.'),
    ],
  },
  {
    start: '2026-03-03T09:05:00Z',
    lines: [
      user('Have a look at how the shop connects today. The settings should be in config/database.json.'),
      call('c01', 'read_file', { path: 'config/database.json' }),
      result(
        'c01',
        '{',
        '  "driver": "mongodb",',
        '  "host": "gutenberg.local",',
        '  "port": 27017,',
        '  "name": "inkotter",',
        '  "poolSize": 100,',
        '  "connectTimeoutMs": 30000,',
        '  "retryWrites": false,',
        '  "readPreference": "primary",',
        '  "slowQueryLog": { "path": "/var/log/inkotter/slow.log", "aboveMs": 250 },',
        '  "collections": ["books", "customers", "orders", "orders_old", "orders_old_2", "vouchers", "test", "test_maya"],',
        '  "backup": { "to": "/mnt/usb-stick", "at": "02:30", "lastSuccess": "2023-11-04" },',
        '  "comment": "do not restart on Fridays (cat)"',
        '}',
      ),
      assistant(
        'BK-101: The shop talks to gutenberg.local on port 27017, database inkotter, with a pool of 100 connections. A hundred is far more than a shop with four web processes needs. More urgent: the backup goes to a USB stick and last succeeded on 4 November 2023. I left the comment about Fridays alone. May I ask?',
      ),
      user(
        'On Fridays the fishmonger parks outside, the cat is awake, and somebody once held the power button down with a paw. The cat is called Folio, by the way.',
      ),
      assistant(
        'BK-101: Then Folio goes into the risk list, right after the disk. Which PostgreSQL version do we aim for, and on whose machine?',
      ),
      user(
        'Version 17. Tomás compared two offers: a managed one at 74 € a month, and a machine of our own at 41.90 € a month where he does the backups himself.',
      ),
      assistant(
        'BK-101: The difference is 32.10 € a month. Tomás is there on Thursdays only, so a backup that fails on a Friday would be noticed six days later. The managed offer also brings upgrades of minor versions, monitoring, and someone who answers the phone on a Sunday. I would pay for the managed one.',
      ),
      user(
        "He says the same, a bit sulkily. We'll go with the managed one, 74 €. With the search service gone we still save 115 € a month, 1,380 € a year. Mrs Abernathy wants to spend it on a reading lamp for every armchair. There are eleven.",
      ),
      assistant(
        'BK-101: Then the budget is about 125 € a lamp. That is a rather good lamp, and a better argument for this migration than any of mine.',
      ),
    ],
  },
  {
    start: '2026-03-04T09:30:00Z',
    lines: [
      user('What do the documents look like? Take one order from the export, the oldest you find.'),
      call('c02', 'run_command', { command: 'head -n 1 export/orders-2011.jsonl | jq .' }),
      result(
        'c02',
        '{ "_id": "4e0a1f", "date": "27.06.2011", "customer": "Fr. Petersen, Holstenstr. 12",',
        '  "items": "2x Buddenbrooks, 1x Kochbuch (das blaue)",',
        '  "total": "47,80", "paid": "bar, Rest folgt",',
        '  "remarks": "holt Dienstag ab. NICHT dem Neffen geben. Geschenkpapier mit Schiffen, falls noch da,',
        '              sonst das mit den Möwen", "clerk": "A.", "v": null }',
      ),
      assistant(
        'BK-101: Order 4e0a1f is from 27 June 2011. Customer, address and items are free text, the total is the string "47,80" with a comma, and payment says "bar, Rest folgt". I expected three generations of formats. This one is generation zero. My plan for it: parse what is certain (the date, the total, counts such as "2x"), look titles up in the catalogue, and keep every original line in a column of its own, so that nothing is lost where the parser is wrong. Geschenkpapier is out of scope, with or without gulls.',
      ),
      user(
        '"Das blaue" is a cookbook that everyone in Lübeck owns. Put ISBN 978-3-7750-0541-2 wherever it turns up.',
      ),
      assistant(
        'BK-101: "Kochbuch (das blaue)" becomes ISBN 978-3-7750-0541-2. I will keep a list of such household names in import/aliases.csv, so that nobody has to remember them twice. How many orders are written like this I can only count once the export is complete; my guess is everything before the shop software changed in 2014, because the file sizes jump there.',
      ),
    ],
  },
];
