import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { retrievalOver } from './baselines/retrieval.ts';
import { locomo, qmsumMeetings, type Turn } from './recall-data.ts';
import { generatedHistory } from './recall-histories.ts';
import { generatedSessions } from './recall-sessions.ts';
import { studiedHistories } from './studied-histories.ts';
import { studiedSessionTopics } from './studied-session-topics.ts';
import { untouchedHistories } from './untouched-histories.ts';
import { untouchedSessionTopics } from './untouched-session-topics.ts';

const turns: Turn[] = [
  'Hello there',
  'My dog is called Rex',
  'Nice name',
  'The roof leaks',
  'Call a roofer',
].map((text, index) => ({
  id: `t${index}`,
  speaker: index % 2 === 0 ? 'Anna' : 'Ben',
  text,
  at: index * 60_000,
}));

describe('what recall is compared with', () => {
  const retrieval = retrievalOver(turns, createTokenCounter());

  it('R-49 BM25 finds turns by the words of the question, with neighbours where asked', () => {
    expect(retrieval.bm25('What is the dog called?', { neighbours: 0 })[0]).toBe(1);
    expect(retrieval.bm25('What is the dog called?', { neighbours: 1 }).slice(0, 3).sort()).toEqual([
      0, 1, 2,
    ]);
  });

  it('R-49 as many turns are shown as fit, best first', () => {
    expect([...retrieval.fill(retrieval.newest(), 30)]).toEqual([4, 3]);
    expect(retrieval.fill(retrieval.newest(), 1_000).size).toBe(turns.length);
    expect(retrieval.fill(retrieval.newest(), 3).size).toBe(0);
  });
});

describe('conversations with questions', () => {
  it.each(['fields', 'text'] as const)(
    'R-49 what answers stands where a session says it, dates in the %s',
    (dates) => {
      for (const topics of [studiedSessionTopics, untouchedSessionTopics]) {
        const { turns: said, questions } = generatedSessions(topics, { seed: 1, dates });
        expect(said).toEqual(generatedSessions(topics, { seed: 1, dates }).turns);
        for (const { evidence, answers = [] } of questions) {
          expect(evidence.length).toBe(answers.length);
          for (const [index, place] of evidence.entries())
            expect(said[place]!.text).toContain(answers[index]);
        }
      }
    },
  );

  it('R-49 what answers a question about a history is said in it once', () => {
    for (const history of [studiedHistories, untouchedHistories]) {
      const { turns: said, questions } = generatedHistory(history, 1);
      expect(questions.length).toBeGreaterThan(40);
      expect(questions.every(({ category }) => category > 0)).toBe(true);
      for (const answer of questions.flatMap(({ answers = [] }) => answers))
        expect(
          said.filter(({ text }) => text.includes(answer)),
          answer,
        ).toHaveLength(1);
    }
  });

  it('R-49 every piece of evidence is a turn of its conversation, in order of time', (context) => {
    const sets = [locomo(), qmsumMeetings()];
    if (sets.some((set) => set === null)) {
      console.warn('SKIPPED: LoCoMo or QMSum is not in the data folder (set EVERTHREAD_DATA).');
      context.skip('public data absent');
      return;
    }
    for (const { turns: said, questions } of sets.flatMap((set) => set ?? [])) {
      expect(said.every(({ at }, index) => index === 0 || at >= said[index - 1]!.at)).toBe(true);
      for (const { evidence } of questions) {
        expect(evidence.length).toBeGreaterThan(0);
        for (const index of evidence) expect(said[index]).toBeDefined();
      }
    }
  });
});
