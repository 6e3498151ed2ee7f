import { describe, expect, it } from 'vitest';
import { isDecision } from './decisions.ts';

describe('isDecision', () => {
  const settled: readonly [said: string, role?: string][] = [
    ['We decided to use Redis.'],
    ['The board has approved the second draft.'],
    ['It was agreed that the office closes at five.'],
    ["Let's go with option B."],
    ["Let's keep the old logo."],
    ["We'll go with the managed plan, 74 € a month."],
    ['We are sticking with Vite.'],
    ['It will use Drizzle for the database, because Jonas knows it.'],
    ['The importer will run on the staging machine.'],
    ['Prices will be stored as integer cents.'],
    ['Going with SvelteKit and SQLite then.'],
    ['Switching to pnpm.'],
    ['Decision: the release moves to Friday.'],
    ['**Decision:** one table for both.'],
    ['Final decision: no cookies.'],
    ['Verdict — we stay in Lisbon.'],
    ['Agreed, we meet on Monday at nine.'],
    ['Cents it is.'],
    ['Okay, the blue one it is then!'],
    ['Our choice is the smaller flat.'],
    ['We chose Vite over webpack because it is faster.'],
    ['I will use the train.'],
    ['Use Postgres instead of MySQL.'],
    ["I'll use a queue instead of a cron job.", 'assistant'],
    ['I switched to the stream API rather than reading the whole file, so we use less memory.', 'assistant'],
    ['Wir haben uns gegen den Nachtzug entschieden.'],
    ['Gut, wir nehmen das Hotel Zeitgeist.'],
    ['Es bleibt beim 14. März, das ist beschlossen.'],
    ['On part sur le restaurant Chez Lucie.'],
    ['Nous avons finalement choisi Lyon.'],
    ['Decidimos mudarnos a Valencia en septiembre.'],
    ['Nos quedamos con la segunda oferta.'],
    ['我们决定六月一日搬家。'],
    ['那就用第二个方案。'],
    ['土曜日に切り替えることにしました。'],
  ];
  for (const [said, role = 'user'] of settled)
    it(`R-39 finds the decision in "${said}" (${role})`, () => expect(isDecision(said, role)).toBe(true));

  const open: readonly [said: string, role?: string][] = [
    ["We haven't decided yet."],
    ['If we go with Redis, it gets expensive.'],
    ['Maybe we will use Redis.'],
    ['We might go with the second one.'],
    ['You could also go with Next.js.', 'assistant'],
    ['Which database did we decide on'],
    ["I'll use the search tool to find it.", 'assistant'],
    ["I'll use a const there.", 'assistant'],
    ['Using Redis makes it slower.', 'assistant'],
    ['Use const instead of let.', 'assistant'],
    ['Use const instead of let.', 'tool'],
    ['It will use a lot of memory.'],
    ['It will take five minutes.'],
    ["I'll keep you posted."],
    ["Let's keep in touch."],
    ["Let's take a break."],
    ['That is what it is.'],
    ['I like it as it is.'],
    ['They will be here at noon.'],
    ['Wir haben uns noch nicht entschieden.'],
    ['我们还没决定。'],
    ['Keeping a diary helps me sleep.'],
  ];
  for (const [said, role = 'user'] of open)
    it(`R-39 finds nothing settled in "${said}" (${role})`, () => expect(isDecision(said, role)).toBe(false));
});
