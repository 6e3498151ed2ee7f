import { describe, expect, it } from 'vitest';
import { atOnce } from '../text/steps.ts';
import { extractFacts, extractSteps } from './extract.ts';
import type { FactSource } from './fact-source.ts';

const at = '2026-01-02T03:04:05.000Z';
const source = { seq: 1, role: 'assistant', name: undefined, at, text: '' } as const;

/** The number of pauses while these are read. */
const pausesOf = (sources: readonly FactSource[]) => [...extractSteps(sources)].length;

describe('reading a message of very many parts for facts', () => {
  const calls = Array.from({ length: 5_000 }, (_, number) => ({
    type: 'tool-call' as const,
    callId: `call_${number}`,
    name: 'read_file',
    input: { path: `src/file-${number}.ts`, limit: `${number} lines` },
  }));
  const texts = calls.map(({ callId }) => ({
    type: 'text' as const,
    text: `The answer of ${callId} took 17 s.`,
  }));

  it('R-48 R-39 pauses between its parts, and finds the same', () => {
    expect(pausesOf([{ ...source, parts: calls.slice(0, 5) }])).toBe(1);
    expect(pausesOf([{ ...source, parts: calls }])).toBeGreaterThan(20);
    expect(pausesOf([{ ...source, parts: texts }])).toBeGreaterThan(20);
    const sources = [{ ...source, parts: [...texts.slice(0, 900), ...calls.slice(0, 900)] }];
    expect(atOnce(extractSteps(sources))).toEqual(extractFacts(sources));
  });
});
