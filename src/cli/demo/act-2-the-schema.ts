/** 5 to 12 March: tables, money, names, and the first passing tests. */
import { assistant, call, failure, result, type Scene, user } from './lines.ts';

export const theSchema: readonly Scene[] = [
  {
    start: '2026-03-05T08:50:00Z',
    lines: [
      user(
        "It's Thursday, Tomás is here and the new database exists. What do you need to start on the schema?",
      ),
      assistant(
        'BK-103: I gave the schema its own ticket, BK-103. I need five tables to begin with: books, customers, addresses, orders and order_items. Prices as integer cents, never as floating point numbers. Times with a time zone, because summer time will come up sooner or later. Every table gets created_at and the id it had in the old database, so that any row can be traced back to the document it came from.',
      ),
      user('Why cents? Jonas wants numeric(10,2).'),
      assistant(
        'BK-103: Both are exact. Cents are simpler in TypeScript, where numeric arrives as a string that somebody will add with a plus sign one day: "47.80" + "12.00" is "47.8012.00".',
      ),
      user('Jonas read that over my shoulder and went quiet. Cents it is.'),
      call('c03', 'write_file', {
        path: 'migrations/0001_books.sql',
        content:
          "create table books (\n  isbn text primary key check (isbn ~ '^97[89][0-9]{10}$'),\n  title text not null,\n  subtitle text,\n  authors text[] not null default '{}',\n  publisher text,\n  published_on date,\n  price_cents integer not null check (price_cents >= 0),\n  stock integer not null default 0 check (stock >= 0),\n  shelf text,\n  created_at timestamptz not null default now()\n);\ncreate index books_by_title on books (lower(title));\ncomment on column books.shelf is 'as painted on the shelf, not as planned';",
      }),
      result('c03', 'wrote migrations/0001_books.sql (14 lines)'),
      assistant(
        'BK-103: The first table is in migrations/0001_books.sql. ISBNs are stored without hyphens as 13 digits and checked by the table itself, so no second spelling can sneak in.',
      ),
      user(
        'Antiquarian books from before 1970 have no ISBN. We have about 600 of those, and they pay the rent.',
      ),
      assistant(
        'BK-103: Then the ISBN cannot be the key. I will give every book its own number, book_id, and make isbn unique but optional. Signed copies get a row of their own with their own price, since there is only one of each; the title then points to the ordinary edition, if we have it. Better to learn that on day four than on night one.',
      ),
      user('Number them from 100000 upwards, please. The labels in the back room have six digits.'),
      assistant('BK-103: book_id starts at 100000. The back room will not notice that anything happened.'),
    ],
  },
  {
    start: '2026-03-09T09:15:00Z',
    lines: [
      user('Monday. Run the schema tests.'),
      call('c04', 'run_tests', { path: 'test/schema' }),
      failure(
        'c04',
        'FAIL test/schema/customers.test.ts',
        '  ✓ stores a customer with one address',
        '  ✓ stores a customer with four addresses and keeps their order',
        '  ✓ refuses a second customer with the same mail address',
        '  ✓ accepts a customer without a mail address (412 in the export)',
        '  ✗ stores a customer whose name is a single letter',
        '      error: new row for relation "customers" violates check constraint "customers_name_check"',
        '      detail: failing row contains (8123, Ø, null, 2016-02-11, DK)',
        '      at test/schema/customers.test.ts:64:11',
        'PASS test/schema/books.test.ts, orders.test.ts, addresses.test.ts',
        '  Tests: 1 failed, 22 passed (23)  Time: 3.4 s',
      ),
      assistant(
        'BK-103: 22 of 23 pass. The failing one is a customer whose name is a single letter; customers_name_check wants at least two. Is there really such a customer, or did the test get carried away?',
      ),
      user('There is. Herr Ø from Aarhus buys a crime novel every month. Be nice to Herr Ø.'),
      call('c05', 'edit_file', {
        path: 'migrations/0002_customers.sql',
        replace: 'check (length(name) >= 2)',
        with: 'check (length(trim(name)) >= 1)',
      }),
      result('c05', 'edited migrations/0002_customers.sql (1 replacement)'),
      call('c06', 'run_tests', { path: 'test/schema' }),
      result('c06', 'PASS test/schema (4 files)', '  Tests: 23 passed (23)  Time: 3.3 s'),
      assistant(
        'BK-103: All 23 pass. A name now needs one character that is not a space, in migrations/0002_customers.sql. Herr Ø may keep reading.',
      ),
      user("Next: Priya asks whether she'll have to change the front end."),
      assistant(
        'BK-103: Hardly. The shop reads through src/catalogue/repository.ts, and I keep its functions as they are. The one change she will see is that prices come as cents, so formatPrice() in src/ui/price.ts has to divide by 100.',
      ),
      user(
        'She says formatPrice() already divides by 100, because in 2019 somebody stored cents in euros in cents. She used another word.',
      ),
      call('c07', 'run_command', { command: "grep -rn '\\* 100' src | head" }),
      result(
        'c07',
        'src/basket/total.ts:31:  return price * 100; // sorry',
        'src/mail/receipt.ts:88:  const cents = total * 100; // see total.ts',
        'src/ui/progress.ts:12:  return Math.round((done / total) * 100);',
        'src/vouchers/percent.ts:9:  const share = value * 100; // percent, really percent',
      ),
      assistant(
        'BK-103: Prices would show as 0.48 € if nobody had made up for it elsewhere, and somebody has: src/basket/total.ts line 31 and src/mail/receipt.ts line 88 multiply by 100, the first one with an apology. With real cents all three corrections cancel out and can go in one commit. I checked the other two hits: src/ui/progress.ts and src/vouchers/percent.ts really mean percent, and stay. To be safe I compared the totals of the last 1,000 orders before and after the change; they are the same to the cent, in the basket and in the receipt.',
      ),
      user('Do it in one commit, and thank whoever apologised.'),
      assistant(
        'BK-103: Done as a single change. The apology is from Jonas, 14 May 2019. I thanked him in the commit message.',
      ),
    ],
  },
  {
    start: '2026-03-12T09:00:00Z',
    lines: [
      user('Thursday again, the schema was due today. Where are we?'),
      assistant(
        'BK-103: Finished, on the day. Five tables, 9 migrations, 31 tests. The tests cover what the export has shown so far: books without an ISBN, customers without a mail address, names of one letter, four addresses for one customer, and orders that were paid in two parts. What is open is addresses: old customers have one line of free text, and I would rather keep the line than guess a street from it.',
      ),
      user('Keep the line. The postman knows them all anyway.'),
      assistant(
        'BK-103: Good: addresses.line holds the old text untouched, and street and town stay empty until a customer edits them.',
      ),
    ],
  },
];
