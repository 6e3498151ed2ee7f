import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StructuredRecord } from '../records/summary.ts';
import {
  fitRecord,
  parseRecordText,
  recordCaps,
  recordRequestSchema,
  recordSchema,
  renderRecord,
  toRecord,
} from './record-schema.ts';
import { counter } from './summarizer.suite.ts';

const many = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index} of the billing move`);
const full: StructuredRecord = {
  summary: 'Dana moves billing to PostgreSQL 16.4 on 14 March 2026.',
  keyPoints: many(40, 'point'),
  context: {
    participants: ['Dana', 'Maria'],
    decisions: many(30, 'decision'),
    actionItems: Array.from({ length: 30 }, (_, index) => ({
      owner: 'Dana',
      task: `task ${index}`,
      due: '14 March',
    })),
    unresolved: many(30, 'question'),
    domainEntities: many(90, 'entity'),
  },
};
const empty = { participants: [], decisions: [], actionItems: [], unresolved: [], domainEntities: [] };

describe('record schema', () => {
  it('R-23 a record over its caps is cut to them, key points at 30', () => {
    expect(recordSchema.safeParse(full).success).toBe(false);
    const record = toRecord(full)!;
    expect(recordSchema.parse(record)).toEqual(record);
    expect(record.keyPoints).toEqual(full.keyPoints.slice(0, 30));
    expect(record.context.decisions.length).toBe(recordCaps.decisions);
    expect(record.context.actionItems.length).toBe(recordCaps.actionItems);
    expect(record.context.unresolved.length).toBe(recordCaps.unresolved);
    expect(record.context.domainEntities.length).toBe(recordCaps.domainEntities);
  });

  it('R-23 missing lists are empty, and items that are no text are dropped', () => {
    expect(toRecord({ summary: ' Dana moved. ' })).toEqual({
      summary: 'Dana moved.',
      keyPoints: [],
      context: empty,
    });
    expect(
      toRecord({
        summary: 'S',
        keyPoints: ['a', 'a', '', 7, null],
        context: { actionItems: [{ task: 'do' }, { owner: 'x' }, 'y'], participants: 'Dana' },
      }),
    ).toEqual({
      summary: 'S',
      keyPoints: ['a'],
      context: { ...empty, actionItems: [{ owner: '', task: 'do', due: '' }] },
    });
  });

  it('R-23 no summary, no record', () => {
    for (const value of [undefined, null, 7, 'text', [], {}, { summary: ' ' }, { summary: ['x'] }]) {
      expect(toRecord(value)).toBeUndefined();
    }
  });

  it('R-23 takes the object out of a code fence or a sentence', () => {
    const json = JSON.stringify({ summary: 'Dana moved.', keyPoints: ['a { b }'] });
    for (const text of [json, `\`\`\`json\n${json}\n\`\`\``, `Here it is: ${json} Anything else?`]) {
      expect(parseRecordText(text)?.keyPoints).toEqual(['a { b }']);
    }
    for (const text of ['', 'no object', '{"summary": "cut', '} {', json.slice(0, -5)]) {
      expect(parseRecordText(text)).toBeUndefined();
    }
  });

  it('R-23 the schema sent to a model holds no keyword that providers refuse', () => {
    const text = JSON.stringify(z.toJSONSchema(recordRequestSchema));
    expect(text).not.toMatch(/maxItems|minItems|maxLength|minLength/);
    expect(recordRequestSchema.safeParse(full).success).toBe(true);
  });

  it('R-23 reads as prose, then the lists that hold something', () => {
    const record = toRecord({
      summary: 'Dana moved.',
      keyPoints: ['340 GB'],
      context: { actionItems: [{ owner: 'Dana', task: 'Test', due: 'Friday' }, { task: 'Write' }] },
    })!;
    expect(renderRecord(record)).toBe(
      'Dana moved.\n\nKey points:\n- 340 GB\n\nAction items:\n- Test (Dana, due Friday)\n- Write',
    );
  });

  it('I-11 is cut to any size, decisions last', () => {
    const record = toRecord(full)!;
    for (const tokens of [2_000, 400, 120, 40, 12]) {
      const fitted = fitRecord(record, tokens, counter);
      expect(counter.count(renderRecord(fitted))).toBeLessThanOrEqual(tokens);
      expect(recordSchema.safeParse(fitted).success).toBe(true);
    }
    expect(fitRecord(record, 120, counter).context.decisions.length).toBeGreaterThan(0);
    expect(record.keyPoints.length).toBe(30);
  });
});
