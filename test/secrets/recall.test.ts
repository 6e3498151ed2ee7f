/** Recalled passages and search results follow `redaction.recall`; the archive keeps everything as it was said. */
import { afterEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../../src/everthread.ts';
import { createArchiveTools } from '../../src/integrations/archive-tools/create-archive-tools.ts';
import { createPlanting } from './planted.ts';

const opened: Everthread[] = [];
afterEach(async () => {
  for (const everthread of opened.splice(0)) await everthread.close();
});

async function told(redaction: { recall?: boolean }) {
  const { plant } = createPlanting();
  const secret = plant('database');
  const everthread = createEverthread({ automatic: false, budget: { tokens: 2_000 }, redaction });
  opened.push(everthread);
  const thread = await everthread.thread('t');
  await thread.append({ role: 'user', content: `The harbour database answers to ${secret} since Monday.` });
  await thread.append(
    Array.from({ length: 90 }, (_, index) => ({
      role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
      content: `Berth ${index} was painted green, and Ola checked bollard ${index}.`,
    })),
  );
  await thread.compact();
  const query = 'What does the harbour database answer to?';
  const tools = createArchiveTools({ everthread, threadIds: ['t'] });
  return {
    secret,
    quotations: {
      context: (await thread.context({ query })).toText(),
      search: JSON.stringify((await thread.search(query)).hits),
      tool: (await tools.search.run({ query })).text,
      expanded: (await tools.expand.run({ from: 1, to: 1 })).text,
      redacted: JSON.stringify(await Array.fromAsync(thread.history({ to: 1, redacted: true }))),
    },
    summaries: JSON.stringify(await thread.summaries()),
    originals: {
      history: JSON.stringify(await Array.fromAsync(thread.history({ to: 1 }))),
      expand: JSON.stringify(await thread.expand((await thread.summaries())[0]!.id, { limit: 1 })),
    },
  };
}

describe('redaction.recall', () => {
  it('I-10 R-50 on: passages, search results and tools quote with placeholders', async () => {
    const { secret, quotations, originals, summaries } = await told({});
    for (const quotation of Object.values(quotations)) {
      expect(quotation).toContain('harbour database answers to [secret:');
      expect(quotation).not.toContain(secret.slice(-20));
    }
    for (const original of Object.values(originals)) expect(original).toContain(secret);
    expect(summaries).not.toContain(secret.slice(-20));
  });

  it('I-10 R-50 off: they quote word for word, and summaries still do not', async () => {
    const { secret, quotations, summaries } = await told({ recall: false });
    for (const quotation of Object.values(quotations)) expect(quotation).toContain(secret);
    expect(summaries).not.toContain(secret.slice(-20));
  });

  it('I-10 why a message was found says nothing of a secret that was asked for', async () => {
    const { plant } = createPlanting();
    const secret = plant('query');
    const everthread = createEverthread({ automatic: false });
    opened.push(everthread);
    const thread = await everthread.thread('t');
    await thread.append({ role: 'user', content: `The harbour database answers to ${secret}.` });
    const { hits } = await thread.search(`Where is ${secret} used?`);
    expect(hits[0]!.reasons).toContain('matches words of the query');
    expect(JSON.stringify(hits).toLowerCase()).not.toContain(secret.slice(-12).toLowerCase());
  });
});
