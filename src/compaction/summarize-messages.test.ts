import { expect, it } from 'vitest';
import { honest, talk, testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { summarizeMessages } from './summarize-messages.ts';

it('R-73 messages after an earlier summary are each read once, numbered after those it covers', async () => {
  const model = honest();
  const { engine, say } = await testEngine({ summarizer: model, compaction: { maxInputTokens: 20_000 } });
  // More than a page of messages is read from the store.
  await say(talk(250));
  const previous = summary('before', 1, 40, { text: 'Maria wrote of the herb garden.', threadId: 't' });
  const record = await summarizeMessages({
    ...{ ports: engine, threadId: 't', previous, shape: 'plain', words: 100, wishes: {}, model },
    ...{ fallback: false, signal: new AbortController().signal },
  });
  const read = model.requests.flatMap(({ transcript }) => transcript.map(({ seq }) => seq));
  expect(read).toEqual(Array.from({ length: 250 }, (_, index) => 41 + index));
  expect(record).toMatchObject({ from: 1, to: 290, startMessageId: previous.startMessageId });
});
