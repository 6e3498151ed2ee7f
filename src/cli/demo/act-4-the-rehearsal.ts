/** 19 to 31 March: a rehearsal, a clock that jumps, and a new date. */
import { assistant, call, failure, result, type Scene, user } from './lines.ts';

export const theRehearsal: readonly Scene[] = [
  {
    start: '2026-03-19T08:55:00Z',
    lines: [
      user('Thursday, Tomás is here. He asks how many connections the new database should allow.'),
      assistant(
        'BK-105: Connections are ticket BK-105 now. Four web processes with 10 connections each make 40, so I would set the pool to 40 and put PgBouncer in front of it. The old setting of 100 came from a time when the shop opened a connection for every page and forgot to close it; the slow log of 2017 is full of the consequences.',
      ),
      user('He says the managed plan allows 50 in all, and backups and his own shell need some too.'),
      assistant(
        'BK-105: Then 40 is too close to the edge. With PgBouncer in transaction mode a pool of 25 serves the same four processes. Pool size is 25, not 40.',
      ),
      user('Pool size 25. He also changed that password, and says hello, and that he would like a lamp.'),
      assistant(
        'BK-105: Pool size 25 is in deploy/pgbouncer.ini. Eleven armchairs, eleven lamps; Tomás may have to bring his own armchair.',
      ),
    ],
  },
  {
    start: '2026-03-23T09:00:00Z',
    lines: [
      user('Rehearsal week. Write me the plan for the night, in order, with minutes.'),
      assistant(
        'BK-106: The night is BK-106. 22:00 shutters down, shop shows a page. 22:05 final export, 9 minutes. 22:15 import, 7 minutes. 22:25 search index, 1 minute. 22:30 checks, 20 minutes. 22:50 switch the shop over. 23:00 shutters up. The rest of the night is for surprises. Jonas runs the commands, Priya watches the shop with a phone and a laptop, you read the list aloud and tick it off, and nobody does two things at once. Every step prints what it did and stops when something is not as expected; no step needs a decision from a tired person, except the last one.',
      ),
      user('What are the checks?'),
      assistant(
        'BK-106: Row counts of all five tables, the sum of all order totals on both sides to the cent, 50 random orders compared field by field, and ten searches whose answers we know. One mismatch means we go back. The 50 orders are drawn anew each time, five from every third year or so, and always include the one with the cake. The ten searches are: Buddenbrooks, Budenbroks, Kochbuch, Kinderbuch, Bücher für Kinder, Mann, Storm Schimmelreiter, 9783775005412, Seekarte Ostsee, and the empty search, which must find nothing and do so quickly.',
      ),
      user('And going back means what exactly?'),
      assistant(
        'BK-106: The old database is only read that night, never written. Going back is one line in config/database.json and a restart, about 90 seconds. That stays possible until the first new order arrives.',
      ),
      user('I like sentences with "90 seconds" in them. Rehearse it on staging.'),
      call('c12', 'run_command', { command: 'bash deploy/rehearse.sh --target staging' }),
      failure(
        'c12',
        '22:00:00 shutters down        ok',
        '22:00:04 final export         ok    8 min 51 s',
        '22:08:55 import               ok    6 min 20 s',
        '22:15:15 search index         ok         39 s',
        '22:15:54 check row counts     ok    books 41,380  customers 9,214  orders 112,559',
        '22:15:55 check order totals   FAILED  old 3,418,220.15  new 3,418,201.25',
        '  tolerance is 0.00, so this is a stop and not a warning',
        '  config/database.json restored, 4 web processes restarted, first page 390 ms',
        'stopped: going back took 84 s',
      ),
      assistant(
        'BK-106: The rehearsal stopped where it should: the order totals differ by 18.90 €. Old 3,418,220.15 €, new 3,418,201.25 €. Going back took 84 seconds.',
      ),
      user('18.90 € in fifteen years. Do we care?'),
      assistant(
        'BK-106: Yes. The sum of money is not the problem, not knowing why is. I will compare order by order, that should corner it.',
      ),
      call('c13', 'query', {
        sql: 'select extract(year from date) as year, legacy_id, old, new, payment_note from totals where old <> new order by year',
      }),
      result(
        'c13',
        'year | legacy_id | old   | new  | payment_note',
        '2012 | 50b1c9    | 18.90 | 0.00 | "18.90 zurück, Hund hat Buch gefressen"',
        '(1 row, 112,558 equal)',
      ),
      assistant(
        'BK-106: Order 50b1c9 from 2012: a refund of 18.90 €, "Hund hat Buch gefressen". The importer took the amount for a note, because the text began with a quotation mark. A dog ate the book, and fourteen years later it ate my import. I made the parser look for the amount behind an opening quotation mark, added this order to its tests, and searched for others of the kind: there is none, of 73 notes only this one begins that way.',
      ),
      user('Which book?'),
      assistant('BK-106: "Der Hund von Baskerville". I am not making this up, it is in the order.'),
      user('Framed and on the wall by noon. Fix it and rehearse again.'),
      call('c15', 'run_command', { command: 'bash deploy/rehearse.sh --target staging' }),
      result(
        'c15',
        '22:00:00 shutters down        ok',
        '22:00:04 final export         ok    8 min 49 s',
        '22:08:53 import               ok    6 min 18 s',
        '22:15:11 search index         ok         39 s',
        '22:15:50 check row counts     ok    books 41,380  customers 9,214  orders 112,559',
        '22:15:51 check order totals   ok    3,418,220.15 = 3,418,220.15',
        '22:16:02 check 50 orders      ok',
        '22:16:03 check 10 searches    ok',
        '22:16:05 switch over          ok',
        'finished in 16 min 5 s',
      ),
      assistant(
        'BK-106: Everything passes, to the cent: 3,418,220.15 € on both sides. The export takes more than half of the time; if we ever need to be faster, we could export the years up to 2025 the day before, since nobody changes those any more. I would not do it unless we must, one way of doing things is easier to check than two. The whole rehearsal took 16 minutes 5 seconds.',
      ),
    ],
  },
  {
    start: '2026-03-25T14:30:00Z',
    lines: [
      user('Priya noticed something. The night of 28 March is when the clocks change.'),
      assistant(
        'BK-106: She is right, and I should have seen it: on Sunday 29 March at 02:00 it becomes 03:00. The window is an hour shorter, and every job scheduled for 02:30 will not run at all, the nightly backup among them. Orders that arrive in that night would carry times that are an hour off on one side and not on the other, and my comparison of 50 random orders would find them at the worst possible moment.',
      ),
      user(
        'I am not migrating a database in a night with a hole in it. And the weekend after that is Easter.',
      ),
      assistant(
        'BK-106: Then Saturday 11 April is the first quiet one. Nothing we have prepared grows stale by it; the import runs afresh on the night.',
      ),
      user(
        'Changed decision: go-live is no longer Saturday 28 March, it moves to Saturday 11 April, 22:00, because of the clock change. I told Mrs Abernathy. She answered in three minutes: "Sensible. The shutters can wait."',
      ),
      assistant(
        'BK-106: Changed: go-live is Saturday 11 April at 22:00, no longer 28 March. I moved the reminders, and the night page for customers now names the new date.',
      ),
      user('Priya gets a lamp for that.'),
      assistant(
        'BK-106: That makes twelve lamps with Tomás, thirteen with Priya, and the savings of the first year are 1,380 €. About 106 € a lamp. Still a decent lamp.',
      ),
    ],
  },
];
