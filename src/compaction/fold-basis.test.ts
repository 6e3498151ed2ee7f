import { describe, expect, it } from 'vitest';
import { resultOf, scripted, testEngine } from '../engine/test-engine.suite.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { Plan, PlanStep } from '../strategy.ts';
import { SummarizerFailure } from '../summarizer.ts';
import { foldBasis, withEarlierCalls } from './fold-basis.ts';
import type { StepSources } from './sources.ts';
import { drawStepIds } from './step-task.ts';
import { createWriters } from './writers.ts';

const basisOf = (count: number, tokens: number): SummaryRecord[] =>
  Array.from({ length: count }, (_, index) =>
    summary(`s${index}`, index * 2 + 1, index * 2 + 2, { tokens, text: `part ${index}`, rewrites: 1 }),
  );

async function fold(summaries: SummaryRecord[], options: { code?: boolean; text?: string } = {}) {
  const { code = false, text = 'short' } = options;
  const model = scripted(() => {
    if (code) throw new SummarizerFailure({ kind: 'transport', message: 'away' });
    return text;
  });
  const faithful = { ...scripted(() => text), summarize: async () => resultOf(text, { rung: 'extractive' }) };
  const test = await testEngine({ compaction: { maxInputTokens: 1_000 } });
  await test.sayMany(1);
  const sources: StepSources = {
    summaries,
    messages: null,
    rewrites: 2,
    partial: false,
    foldable: true,
    ledgers: [],
  };
  const folded = await foldBasis({
    ports: { ...test.engine, expectsModel: true },
    state: (await test.store.readThread('t'))!,
    plan: { strategy: 'eternal' } as Plan,
    step: { depth: 0, shape: 'bullets' } as PlanStep,
    ids: drawStepIds(test.engine.runtime),
    signal: new AbortController().signal,
    sources,
    writer: createWriters({ model, faithful }).withFallback(),
  });
  return { folded, sources, model };
}

describe('a basis that is too large for one call', () => {
  it('R-37 is not folded while it fits', async () => {
    const { folded, sources, model } = await fold(basisOf(5, 200));
    expect(folded).toEqual({ sources, partials: [], replaced: [], calls: [] });
    expect(model.requests).toHaveLength(0);
  });

  it('R-37 is folded into partial results of the same messages until it fits', async () => {
    const { folded, model } = await fold(basisOf(12, 150));
    const shown = folded.sources.summaries;
    expect(shown.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(1_000);
    for (const [index, node] of shown.entries()) expect(node.from).toBe((shown[index - 1]?.to ?? 0) + 1);
    expect(shown.at(-1)!.to).toBe(24);
    const [part] = folded.partials;
    expect(part).toMatchObject({ status: 'partial', rewrites: 2, from: 1, to: 12, strategy: 'eternal' });
    expect(part!.sourceIds).toEqual(['s0', 's1', 's2', 's3', 's4', 's5']);
    expect(part!.sourceTokens).toBe(120);
    expect(model.requests[0]!.previous.map(({ text }) => text)).toContain('part 5');
    // A part is read with the prompt of the whole.
    expect(model.requests[0]!.part).toMatchObject({ of: 'bullets', before: '' });
    expect(folded.calls).toHaveLength(model.requests.length);
    expect(folded.sources.rewrites).toBe(3);
  });

  it('R-37 names the partial results that are replaced', async () => {
    const summaries = basisOf(12, 150).map((node, index) =>
      index < 2 ? { ...node, status: 'partial' as const } : node,
    );
    const { folded } = await fold(summaries);
    expect(folded.replaced).toEqual(['s0', 's1']);
  });

  it('R-38 stores nothing that code wrote in the model’s place, and names its sources instead', async () => {
    const summaries = basisOf(12, 150);
    const { folded } = await fold(summaries, { code: true });
    expect([folded.partials, folded.replaced]).toEqual([[], []]);
    expect(folded.sources.named).toEqual(summaries);
    expect(folded.sources.summaries.length).toBeLessThan(12);
  });

  it('R-37 stops if an answer is not smaller than its sources', async () => {
    const { folded } = await fold(basisOf(40, 30), { text: 'one two three four five six '.repeat(40) });
    // Parts are cut to size. If they were not, folding would never end.
    for (const part of folded.partials) expect(part.tokens).toBeLessThanOrEqual(32);
  });
});

it('R-54 a failure includes the cost of earlier calls', async () => {
  const before = resultOf('').calls;
  const failure = new SummarizerFailure({ kind: 'transport', message: 'away', calls: before });
  const failing = () => Promise.reject(failure);
  await expect(withEarlierCalls(before, failing)).rejects.toMatchObject({
    kind: 'transport',
    calls: [{}, {}],
  });
  await expect(withEarlierCalls([], failing)).rejects.toBe(failure);
  const bug = new TypeError('a bug');
  await expect(withEarlierCalls(before, () => Promise.reject(bug))).rejects.toBe(bug);
});
