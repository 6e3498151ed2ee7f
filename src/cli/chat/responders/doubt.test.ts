import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../../../everthread.ts';
import type { Thread } from '../../../thread.ts';
import { conversation } from '../../demo/conversation.ts';
import { findEvidence } from './evidence.ts';
import { asksForOverview } from './overview.ts';

describe('what a thread says without a model', () => {
  let everthread: Everthread;
  let thread: Thread;
  beforeEach(async () => {
    everthread = createEverthread({ automatic: false });
    thread = await everthread.thread('demo');
    await thread.append(conversation);
  });
  afterEach(() => everthread.close());

  const ask = (question: string) => findEvidence({ thread, question, seq: conversation.length + 1 });

  it.each([
    ['what did we decide about the databse?', [{ from: 'databse', to: 'database' }]],
    [
      'what did we deside about the databaze?',
      [
        { from: 'deside', to: 'decide' },
        { from: 'databaze', to: 'database' },
      ],
    ],
  ])('R-59 "%s" is read as it was meant, and that is told', async (question, corrections) => {
    const evidence = await ask(question);
    expect(evidence).toMatchObject({ corrections, unmatched: [] });
    expect(evidence.sources[0]!.seq).toBe(3);
  });

  it.each([
    'what is the capital of France?',
    'who is the president of the united states?',
    '¿qué decidimos sobre la base de datos?',
    'was haben wir über die Datenbank entschieden?',
    'データベースについて何を決めましたか？',
    'what did we decide about the spaceship?',
    "what's 2+2?",
    'why?',
  ])('R-59 "%s" is plainly not found', async (question) => {
    expect((await ask(question)).sources).toEqual([]);
  });

  it('R-59 what speaks of a part of the question only is shown with that doubt', async () => {
    const { sources, unmatched } = await ask('what colour is the cat?');
    expect(unmatched).toEqual(['colour']);
    expect(sources[0]!.text).toContain('Folio');
    expect((await ask('what is the cat called?')).unmatched).toEqual([]);
  });
});

it.each([
  'summarise everything',
  'Summarize this conversation, please.',
  'give me a quick summary',
  'what happened so far?',
  'TL;DR',
  'Fasse alles zusammen',
  'Fais un résumé de tout',
  'Resume la conversación',
  '总结一下',
])('R-59 "%s" asks for the whole', (text) => {
  expect(asksForOverview(text)).toBe(true);
});

it.each([
  'summarise the parser discussion',
  'what happened to the backup?',
  'The summary of the meeting is in the shared folder.',
  'All is well.',
])('R-59 "%s" does not', (text) => {
  expect(asksForOverview(text)).toBe(false);
});
