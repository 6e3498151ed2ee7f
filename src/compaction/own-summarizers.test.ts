import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import type { StructuredRecord } from '../records/summary.ts';
import type { SummaryResult } from '../summarizer.ts';

const talk = Array.from({ length: 30 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content:
    index % 2 === 0
      ? `Ada asks whether berth ${index + 1} of the northern quay can take the ferry Aurora this week.`
      : `Berth ${index} can take her: the northern quay was dredged, and Bertil checked the ramp himself.`,
}));
const told = 'Ada asked which berth of the northern quay can take the ferry Aurora. Bertil checked the ramp.';
const record: StructuredRecord = {
  summary: told,
  keyPoints: ['The northern quay was dredged'],
  context: {
    participants: ['Ada', 'Bertil'],
    decisions: [],
    actionItems: [],
    unresolved: [],
    domainEntities: ['Aurora'],
  },
};

/** What a thread makes of the answer, under the strategy `chain`, whose summaries are records. */
async function storedWith(answer: Partial<SummaryResult>) {
  const ever = createEverthread({
    strategy: 'chain',
    automatic: false,
    summarizer: {
      name: 'mine',
      maxInputTokens: 100_000,
      summarize: async () => ({
        text: told,
        record,
        model: 'mine',
        rung: 'model',
        promptVersion: 'mine@1',
        calls: [],
        ...answer,
      }),
    },
  });
  const thread = await ever.thread('t');
  await thread.append(talk);
  await thread.compact();
  const [summary] = await thread.summaries();
  await ever.close();
  return summary!;
}

describe('the result of a custom summarizer', () => {
  it('R-23 is stored if it is valid, with the text of its record', async () => {
    const summary = await storedWith({ text: 'Something else entirely.' });
    expect(summary).toMatchObject({ rung: 'model', record: { summary: told } });
    expect(summary.text).toContain('The northern quay was dredged');
    expect(summary.text).not.toContain('Something else');
  });

  it('R-23 is read from its text if that is JSON', async () => {
    const summary = await storedWith({ text: `Here it is: ${JSON.stringify(record)}`, record: null });
    expect(summary).toMatchObject({ rung: 'model', record });
  });

  it('R-23 R-55 is within the caps of every record', async () => {
    const keyPoints = Array.from(
      { length: 80 },
      (_, index) => `Berth ${(index % 30) + 1} ${'of the quay '.repeat(index % 7)}`,
    );
    const summary = await storedWith({ record: { ...record, keyPoints } });
    expect(summary.record!.keyPoints.length).toBeLessThanOrEqual(30);
  });

  const invented = 'The harbour paid 98,765 dollars to Zanzibar Holdings on 3 May 2031.';
  it.each<[string, Partial<SummaryResult>]>([
    ['a text where a record is asked for', { record: null }],
    ['a record without a summary', { record: { ...record, summary: ' ' } }],
    ['a record that invents', { record: { ...record, summary: invented, keyPoints: [invented] } }],
    [
      'a record that invents decisions only',
      {
        record: {
          ...record,
          context: { ...record.context, decisions: [invented, `${invented} Again 12,345.`] },
        },
      },
    ],
    ['a record of a refusal', { record: { ...record, summary: "I'm sorry, but I can't help with that." } }],
    [
      'a refusal under another name',
      { record: { ...record, summary: "I'm sorry, but I can't summarize this." }, rung: 'truncation' },
    ],
    [
      'an invention under another name',
      { record: { ...record, summary: invented, keyPoints: [] }, rung: 'extractive' },
    ],
    ['what says a person wrote it', { rung: 'person' as never }],
  ])('R-39 R-55 is not used where it is %s', async (_what, answer) => {
    const summary = await storedWith(answer);
    expect(summary.rung).not.toBe('model');
    expect(summary.model).not.toBe('mine');
    expect(summary.record).not.toBeNull();
    expect(JSON.stringify(summary)).not.toMatch(/Zanzibar|sorry/u);
  });
});
