import { expect, it } from 'vitest';
import { readWork } from './read-work.ts';
import { renderWork } from './render-work.ts';
import { edited, numbered, said } from './samples.suite.ts';

const summary =
  'The user wants jakarta instead of javax. We decided to keep Hibernate 5. pom.xml is changed.';

it.each<['user' | 'assistant', string]>([
  [
    'user',
    `This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n<analysis>\nI go through it.\n</analysis>\n<summary>\n${summary}\n</summary>\nPlease continue the conversation from where we left it off without asking.`,
  ],
  [
    'assistant',
    `This session is being continued from a previous conversation.\nAnalysis:\nI go through it.\n\nSummary:\n${summary}`,
  ],
  [
    'user',
    `Another language model started to solve this problem and produced a summary. Use it:\n${summary}`,
  ],
])('R-66 what an earlier conversation left is told as that, and decides nothing (as %s)', (role, text) => {
  const record = readWork(
    numbered([said(role, text), edited('pom.xml'), said('user', 'Now the other module.')]),
  )!;
  expect(record.turns.map(({ request }) => request)).toEqual([
    { seq: 1, text: summary, handedOver: true },
    { seq: 4, text: 'Now the other module.' },
  ]);
  expect(record.decisions).toEqual([]);
  const { text: shown } = renderWork(record, { tokens: 600, count: (one) => one.length / 4, numbers: true });
  expect(shown).toContain(`- handed over from an earlier conversation: ${summary} (#1)\n`);
});

it('R-66 a request is told without the elements that clients put around it', () => {
  const texts = ['task', 'feedback', 'answer'].map((name) => `<${name}>\nUse tabs.\n</${name}>`);
  const record = readWork(numbered(texts.map((text) => said('user', text))))!;
  expect(record.turns.map(({ request }) => request?.text)).toEqual(['Use tabs.', 'Use tabs.', 'Use tabs.']);
});
