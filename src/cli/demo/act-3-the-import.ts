/** 13 to 20 March: fifteen years of orders, and a search that knows German. */
import { assistant, call, failure, result, type Scene, user } from './lines.ts';

export const theImport: readonly Scene[] = [
  {
    start: '2026-03-13T10:10:00Z',
    lines: [
      user("Friday the 13th, the fishmonger is outside and Folio is awake. Let's only read things today."),
      assistant(
        'BK-104: Agreed, no restarts. The import gets ticket BK-104. While we are reading: I can count the free-text orders now, the export was finished last night.',
      ),
      call('c08', 'run_command', { command: 'node import/count-free-text.ts export/' }),
      result(
        'c08',
        'file               orders  free text  structured',
        'orders-2011.jsonl   2,104      2,104           0',
        'orders-2012.jsonl   5,377      5,377           0',
        'orders-2013.jsonl   8,902      8,902           0',
        'orders-2014.jsonl   9,611      1,844       7,767',
        'orders-2015.jsonl and later: 86,566, all structured',
        'total             112,560     18,227      94,333',
        'no date                11',
        'dated in future         1  (5c77e0: 31.12.2061)',
        'amount with letters    73',
      ),
      assistant(
        'BK-104: 18,227 of 112,560 orders have items as free text, all from 2011 to 2014 as I guessed. Eleven have no date, and one is dated 31 December 2061. 73 amounts have letters in them, which I have not looked at yet. The structured orders since 2015 look clean; I sampled 200 of them and all 200 parsed.',
      ),
      user('The one from 2061 is mine. I was testing vouchers. Delete it.'),
      assistant(
        'BK-104: I would rather leave the export as it is and skip that order by its id, 5c77e0, in import/skip.csv. Then every run gives the same result, and the skip has a reason written next to it.',
      ),
      user('Fine. Reason: "Maya was bored". And the eleven without a date?'),
      assistant(
        'BK-104: Each lies between two orders that do have one, and ids grow with time. I take the date of the order before and set date_is_estimated, so that nobody mistakes it for a record.',
      ),
      user(
        'Good. Also rewrite the importer so it can be run twice without doubling everything. Last time somebody sent 340 Christmas cards twice.',
      ),
      assistant(
        'BK-104: It will be repeatable: every row carries its old id in legacy_id with a unique index, and the importer inserts with "on conflict do nothing". Running it twice changes nothing the second time. It also works in one transaction: a row it does not understand stops the run and takes everything back, instead of leaving half a bookshop behind. And it never sends mail. The module that does is not even imported, and a test keeps it that way.',
      ),
    ],
  },
  {
    start: '2026-03-16T08:45:00Z',
    lines: [
      user('Monday. First import on staging, please. How do I start it?'),
      assistant(
        'BK-104: With `npm run import -- --target staging --batch 500`. It prints a line for every 10,000 rows and stops at the first row it does not understand.',
      ),
      user(
        'Tomás sent me the connection string for staging: postgres://shop:otterpaws1887@db-staging.inkotter.example:5432/inkotter',
      ),
      assistant(
        'BK-104: Thank you, but that password should not stay in a chat. I set it as an environment variable for this run; please ask Tomás to change it on Thursday.',
      ),
      call('c09', 'run_command', { command: 'npm run import -- --target staging --batch 500' }),
      failure(
        'c09',
        'target  db-staging.inkotter.example, one transaction, batches of 500',
        'books       10,000 / 41,380',
        'books       20,000 / 41,380',
        'books       30,000 / 41,380',
        'books       41,380 / 41,380   (604 without ISBN)',
        'customers    9,214 / 9,214',
        'addresses   11,870 / 11,870   (2,306 kept as one line)',
        'orders      10,000 / 112,560',
        'ERROR at orders-2013.jsonl:8841: total "19,90 (+ Kuchen)" is not an amount',
        'rolled back, nothing was written',
      ),
      assistant(
        'BK-104: It stopped at orders-2013.jsonl line 8841 and rolled back: the total is "19,90 (+ Kuchen)". Somebody was paid 19.90 € and cake. PostgreSQL left nothing behind, just as you hoped when you chose it.',
      ),
      user('That was Frau Petersen. She pays in cake to this day. How do we book cake?'),
      assistant(
        'BK-104: I suggest price_cents 1990 and the rest of the text in a column called payment_note. Cake is then neither lost nor taxed.',
      ),
      user('Mrs Abernathy laughed for the first time since January. Do it.'),
      call('c10', 'edit_file', {
        path: 'import/parse-amount.ts',
        replace: 'throw new Error("not an amount: " + text)',
        with: 'const match = /^(\\d+)(?:[.,](\\d{2}))?\\s*(.*)$/u.exec(text.trim());\nif (match === null) throw new Error("no amount at all: " + text);\nconst [, euros, cents = "00", rest = ""] = match;\nreturn { cents: Number(euros) * 100 + Number(cents), note: rest.replace(/^\\(\\+?\\s*|\\)$/gu, "").trim() };',
      }),
      result('c10', 'edited import/parse-amount.ts (1 replacement)'),
      call('c11', 'run_command', { command: 'npm run import -- --target staging --batch 500' }),
      result(
        'c11',
        'books       41,380 / 41,380   (604 without ISBN)',
        'customers    9,214 / 9,214',
        'addresses   11,870 / 11,870   (2,306 kept as one line)',
        'orders     112,559 / 112,560  (1 skipped: Maya was bored)',
        'items      208,441            (31,950 read from free text, 112 by import/aliases.csv)',
        'notes           73            (payment_note)',
        'done in 6 min 12 s, second run: 0 rows changed',
      ),
      assistant(
        'BK-104: Through: 112,559 orders in 6 minutes 12 seconds, one skipped because Maya was bored. 73 orders carry a payment_note; 41 of them mention cake, 19 say "Rest folgt" (the rest follows), 8 name a nephew, and 5 are illegible even to me. I ran it a second time straight away: 0 rows changed, so the Christmas cards are safe.',
      ),
    ],
  },
  {
    start: '2026-03-18T09:20:00Z',
    lines: [
      user('Now the search, BK-102. Can it find "Kinderbuch" when somebody types "Bücher für Kinder"?'),
      assistant(
        'BK-102: Not out of the box. The German dictionary stems words but does not split compounds. With a Hunspell dictionary that knows compounds it finds "Kinderbuch" for "Buch" and for "Kinder". That costs no money; the dictionary is free, about 4 MB on the server. It costs time at indexing: 38 seconds for all 41,380 titles on staging, once. A query takes 7 ms.',
      ),
      user('The hosted search takes 90 ms, I measured it. Priya wants suggestions while typing, too.'),
      assistant(
        'BK-102: For suggestions I would use trigrams (the pg_trgm extension), which also forgive typing errors: "Budenbroks" finds Buddenbrooks. A trigram is any three letters in a row; two words are alike when they share many of them. The index takes 61 MB and is kept up to date by the database itself, so there is no nightly job that could be forgotten. Measured on staging: 11 ms.',
      ),
      user('Who spells it like that?'),
      assistant(
        'BK-102: According to the search log, 214 customers last year. And once, on 3 July, somebody logged in as maya.',
      ),
      user('No comment. Take trigrams.'),
      assistant(
        'BK-102: Trigrams it is, in migrations/0011_search.sql. Your secret is safe in a ticket that four people read.',
      ),
    ],
  },
];
