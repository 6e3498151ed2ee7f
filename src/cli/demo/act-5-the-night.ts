/** 1 to 12 April: last preparations, and the night itself. */
import { assistant, call, failure, result, type Scene, user } from './lines.ts';

export const theNight: readonly Scene[] = [
  {
    start: '2026-04-01T08:30:00Z',
    lines: [
      user('Jonas says MongoDB 8 can do everything we need, and we should stay. He showed me slides.'),
      assistant(
        'BK-101: It is 1 April, and Jonas wrote 31 tests for PostgreSQL. I would look at the last slide before I answer.',
      ),
      user('The last slide is a photograph of Folio with a tie. Well spotted.'),
      assistant(
        'BK-101: The decision stands, then: PostgreSQL 17, managed, 74 € a month. Please tell Jonas that the tie suits him. The cat, I mean.',
      ),
      user(
        'More seriously: when do we cancel the search service? The contract is with Findwerk, customer number FW-20931.',
      ),
      assistant(
        'BK-102: Their terms say four weeks to the end of a month. If you write by 30 April, it ends on 31 May. I would wait until the new search has run for a week, that is until 20 April.',
      ),
      user('Remind me on 20 April to cancel Findwerk.'),
      assistant(
        'BK-102: Noted: on 20 April you cancel Findwerk, customer number FW-20931, so that it ends on 31 May.',
      ),
    ],
  },
  {
    start: '2026-04-09T09:10:00Z',
    lines: [
      user('Thursday before the night. Tomás wants a last look at the backups. What do we promise?'),
      assistant(
        'BK-107: Backups are BK-107. The provider keeps daily ones for 14 days and can go back to any minute of the last 7. On top of that we pull our own copy at 04:15 to /srv/backup/inkotter, kept for 90 days. A backup that is older than 26 hours turns the status page red and sends a mail to you and to Tomás, on any day of the week. The USB stick may retire with honours.',
      ),
      user('Has anybody restored one?'),
      assistant(
        "BK-107: Not yet, so right now we own files and not backups. Shall I restore last night's into a scratch database?",
      ),
      call('c16', 'run_command', {
        command: 'pg_restore --dbname scratch --jobs 4 /srv/backup/inkotter/2026-04-09.dump',
      }),
      result(
        'c16',
        'books         41,380 rows',
        'customers      9,231 rows',
        'addresses     11,893 rows',
        'orders       112,559 rows',
        'order_items  208,441 rows',
        'restored 5 tables, 11 migrations, 383,504 rows with 4 jobs',
        'took 2 min 48 s, checksum equals /srv/backup/inkotter/2026-04-09.sha256',
      ),
      assistant(
        'BK-107: Restored: 383,504 rows in 2 minutes 48 seconds. Now they are backups. Tomás smiled, and I have entered it in the log next to the cake.',
      ),
    ],
  },
  {
    start: '2026-04-11T19:45:00Z',
    lines: [
      user(
        "Saturday, 21:45. Jonas brought pizza, Priya brought a second monitor, Folio is locked in the children's section. Ready?",
      ),
      assistant(
        'BK-106: Ready. Staging ran through three times this week, the last time in 15 minutes 58 seconds. The list has 14 lines, going back is line 15, and I have checked that the night page is served when the database is away, which sounds obvious and was not true until Wednesday. It is past 21:00, so we may touch production.',
      ),
      user('22:00. Shutters down.'),
      call('c17', 'run_command', { command: 'bash deploy/migrate.sh --target production' }),
      failure(
        'c17',
        '22:00:07 shutters down        ok    night page is served, 3 customers were in the shop',
        '22:00:11 final export         ok    9 min 02 s',
        '22:09:13 import               ok    6 min 31 s   113,903 orders',
        '22:15:44 search index         FAILED',
        '  ERROR: could not open dictionary file',
        '  "/usr/share/postgresql/17/tsearch_data/de_compound.dict": No such file or directory',
        'stopped, data untouched, go on with --from search-index or go back with --undo',
      ),
      assistant(
        'BK-106: 22:16. Export and import are through, 113,903 orders by now, but the search index failed: de_compound.dict is not on the production server. On staging Tomás had copied it by hand. The data is untouched, we have time until 02:00. This is what the rehearsals could not show: staging is a machine of ours, where Tomás may copy what he likes, and production is a managed one. I should have asked where that file comes from.',
      ),
      user('The managed server does not let us copy files. Tomás is at a wedding. Options?'),
      assistant(
        'BK-106: Three. One: go back, 90 seconds, another night. Two: go live with plain German stemming, so "Kinder" does not find "Kinderbuch" until Monday. Three: use trigrams for whole words too; they need no file, find compounds by their parts, and cost about 20 ms a query.',
      ),
      user('Three sounds like it should have been one all along. Is it good enough to stay?'),
      call('c19', 'run_command', {
        command: 'node tools/compare-search.ts --index trigram --queries top500',
      }),
      result(
        'c19',
        'known searches     10 / 10',
        'top 500            same first hit 487, better 9, worse 4',
        '  better: Kinderbücher, Weihnachtsgeschichte, Seefahrerroman, Backbuch and 5 others',
        '  worse:  Ei, Ur, Po, Ee',
        'median             19 ms, 95 % below 34 ms, slowest 61 ms',
        'index size         88 MB',
      ),
      assistant(
        'BK-106: I measured it instead of guessing: 10 of 10 known searches, and of the 500 most frequent 487 give the same first hit, 9 a better and 4 a worse one. Median 19 ms. The four worse ones are words of two letters, which nobody will search for tonight. The 9 better ones are all compounds, the very thing the dictionary was for. It is good enough to stay.',
      ),
      user(
        "Then we decided: trigrams for everything, no dictionary. Write down that BK-102 no longer needs Hunspell. It's 22:51, Jonas has eaten my pizza.",
      ),
      assistant(
        'BK-102: Decided at 22:51: search uses trigrams only, the Hunspell dictionary is dropped. One moving part less, and one pizza.',
      ),
      user('Checks, please.'),
      call('c20', 'run_command', {
        command: 'bash deploy/migrate.sh --target production --from checks --until switch-over',
      }),
      result(
        'c20',
        '22:54:02 check row counts     ok',
        '22:54:03 check order totals   ok    3,461,977.40 = 3,461,977.40',
        '22:54:15 check 50 orders      ok',
        '22:54:16 check 10 searches    ok',
      ),
      assistant('BK-106: All checks pass: 3,461,977.40 € on both sides. Say the word, and the shop moves.'),
      user('The word.'),
      assistant(
        'BK-106: 22:57:58, the shutters are up. The first page took 212 ms, the first search 18 ms. The Ink & Otter runs on PostgreSQL.',
      ),
      user('23:04, first order! Herr Ø from Aarhus, a crime novel. Of course.'),
      assistant(
        'BK-106: Order 113,904, the first on the new side, and from now on there is no way back. It could not have been a better customer.',
      ),
    ],
  },
];
