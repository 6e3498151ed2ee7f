/** Terms that are in more messages than a search looks at, beside rarer ones. */
import { expect, it } from 'vitest';
import { textTerms } from '../../text/terms.ts';
import { message } from '../suite/samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const now = Date.UTC(2026, 0, 1);
const said = 2_400;

/** Most messages say "harbour", more of them than a search looks at; some say "lighthouse". */
async function harbourStore() {
  const store = sqliteStore({ path: ':memory:' });
  await store.ensureThread({ threadId: 't', now });
  const messages = Array.from({ length: said }, (_, index) => {
    const rare = index % 4 === 0 ? 'lighthouse' : `thing${index}`;
    // The first are far behind the newest that say it; after them, some say the rarer one alone.
    const common = index < 100 || index >= 400 ? 'harbour' : 'quay';
    return message(`m${index}`, { parts: [{ type: 'text', text: `${common} ${rare}` }] });
  });
  for (let start = 0; start < said; start += 800)
    await store.append({ threadId: 't', messages: messages.slice(start, start + 800), now });
  return store;
}

it('R-49 a very common term counts in every message with a rarer term, even in the oldest', async () => {
  const store = await harbourStore();
  const terms = textTerms('harbour lighthouse');
  const [answer] = await store.search.text([{ threadIds: ['t'], terms, limit: 560 }]);
  const seqs = answer!.candidates.map(({ seq }) => seq);
  const saysBoth = (seq: number) => seq <= 100 || seq > 400;
  expect(seqs).toHaveLength(560);
  expect(seqs.slice(0, 525).every(saysBoth)).toBe(true);
  expect(seqs.slice(525).some(saysBoth)).toBe(false);
  await store.close();
});
