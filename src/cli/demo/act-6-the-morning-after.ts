/** 12 to 24 April: what went wrong after all, and what is left to do. */
import { assistant, call, result, type Scene, user } from './lines.ts';

export const theMorningAfter: readonly Scene[] = [
  {
    start: '2026-04-12T07:50:00Z',
    lines: [
      user(
        'Sunday morning. 31 orders overnight, no complaints. Mrs Abernathy writes: "I noticed nothing. Well done." Anything in the logs?',
      ),
      call('c22', 'run_command', {
        command:
          'grep -c ERROR /var/log/inkotter/shop.log; grep ERROR /var/log/inkotter/shop.log | tail -n 3',
      }),
      result(
        'c22',
        '6',
        '02:14:09 ERROR mail/receipt.ts:88 cannot read properties of undefined (payment_note) order 113911',
        '06:12:40 ERROR mail/receipt.ts:88 cannot read properties of undefined (payment_note) order 113922',
        '06:31:02 ERROR mail/receipt.ts:88 cannot read properties of undefined (payment_note) order 113925',
      ),
      assistant(
        'BK-108: Six errors, all the same, so they get a ticket: BK-108. Receipts for orders without a payment_note were not sent. Six customers paid and got no mail. The orders themselves are fine. It is my mistake: the rehearsals compared data and searches but never sent a receipt, because I was so proud of not sending mail. A test now writes one to a folder instead.',
      ),
      user('Fix it and send the six receipts. And not twice, remember the Christmas cards.'),
      assistant(
        'BK-108: Yes. Each receipt is marked as sent in receipts_sent before the mail leaves, so a second run sends nothing. The fix is one character, a question mark, in src/mail/receipt.ts line 88; 17 mail tests pass, one of them new. The six receipts went out at 08:20, each of them once.',
      ),
      user('Good. Go and rest, or whatever it is you do.'),
      assistant('BK-108: I wait for the next message. It is very restful.'),
    ],
  },
  {
    start: '2026-04-16T09:00:00Z',
    lines: [
      user('Thursday. Tomás is back from the wedding and wants to know why his dictionary is gone.'),
      assistant(
        'BK-102: Because the managed server takes no files of ours. We measured trigrams instead on the night: 487 of 500 searches give the same first hit, 9 a better one, 4 a worse one, and the median is 19 ms.',
      ),
      user('He accepts it, under protest. What are the four worse ones?'),
      assistant(
        'BK-102: "Ei", "Ur", "Po" and "Ee". Trigrams need three letters. For shorter words I would fall back to the beginning of the title: a search for "Ei" then finds "Eiszeit" first. Of 500 frequent searches only these four are that short, and together they were asked 61 times last year, 48 of them for "Po".',
      ),
      user('"Po" is a children\'s book about a panda. It sells well. Do the fallback.'),
      assistant(
        'BK-102: The fallback for words under three letters is in src/search/short-words.ts. "Po" is back in first place, panda and all.',
      ),
      user(
        'The database is 412 MB now, the old one was 3.1 GB, and I count 17 connections of the 25 in the pool. So what happens with the old machine? It still runs under the till.',
      ),
      assistant(
        'BK-109: I suggest ticket BK-109: keep gutenberg.local switched on but read-only until 31 May, then a last copy to /srv/archive/gutenberg-2026, then off. Until then a daily check compares the number of old orders on both sides, so that we notice if somebody still writes to it: there is an old price list in the back room that prints from it every Tuesday, as I found in its log.',
      ),
      user('There is one problem. Folio. The machine is the only warm spot in the shop.'),
      assistant(
        'BK-109: It draws about 60 watts around the clock, some 15 € a month. A heated cat mat draws 12 watts and costs 29 € once. It pays for itself in under three months.',
      ),
      user('Mrs Abernathy ordered the mat before I finished the sentence. It counts as infrastructure.'),
      assistant(
        'BK-109: Entered as infrastructure: one heated mat, 29 €, operated by Folio. Redundancy is not planned.',
      ),
    ],
  },
  {
    start: '2026-04-20T08:35:00Z',
    lines: [
      user('Monday, 20 April. Was there something I wanted to do today?'),
      assistant(
        'BK-102: Yes: cancel Findwerk, customer number FW-20931. If you write by 30 April, the contract ends on 31 May. The new search has run for a week without a complaint.',
      ),
      user(
        'Cancelled. They offered me 20 % off to stay. That would be 151.20 € a month for something we no longer use.',
      ),
      assistant('BK-102: Declining was cheaper by exactly 151.20 € a month.'),
      user(
        'Could you sum up for Mrs Abernathy what we decided about the database, and why? One sentence, she prints these.',
      ),
      assistant(
        'BK-101: We moved to PostgreSQL instead of MySQL because a failed migration there leaves nothing behind, which saved us over a piece of cake, and because its own search replaced a service at 189 € a month.',
      ),
    ],
  },
  {
    start: '2026-04-24T10:00:00Z',
    lines: [
      user(
        'Friday, 24 April. The fishmonger is outside, Folio is on the mat, and nobody is afraid of the power button. What is still open?',
      ),
      assistant(
        'BK-109: Three things. Switch off gutenberg.local after 31 May. Street and town for 2,306 old addresses, whenever customers edit them. And the lamps: thirteen, of which eleven have an armchair.',
      ),
      user('The lamps came today. Tomás brought his own armchair.'),
      assistant('BK-109: Then the migration is complete. Shall I close BK-101?'),
      user('Close it. And thank you. Same time next decade?'),
      assistant('BK-101: Closed on 24 April 2026. I will keep the notes: all of them, word for word.'),
    ],
  },
];
