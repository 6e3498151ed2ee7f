import { describe, expect, it } from 'vitest';
import type { Part } from '../message/message.ts';
import { mergeSegmentDetails, segmentDetails } from './segment-details.ts';
import type { ToolMessage } from './tool-activity.ts';

function messages(...list: [ToolMessage['role'], ...Part[]][]): ToolMessage[] {
  return list.map(([role, ...parts], index) => ({ seq: index + 1, role, parts }));
}
const text = (value: string): Part => ({ type: 'text', text: value });

describe('session details', () => {
  it('R-10 finds decisions in text and in content blocks of whoever speaks', () => {
    const details = segmentDetails(
      messages(
        ['system', text('The team decided to support Node 22 and newer.')],
        ['user', text("Let's go with PostgreSQL for the queue.")],
        ['assistant', { type: 'reasoning', text: 'We chose polling over webhooks because of the firewall.' }],
        [
          'assistant',
          {
            type: 'tool-call',
            callId: 'a',
            name: 'think',
            input: { thought: 'Agreed: the cache stays in memory.' },
          },
        ],
      ),
    );
    expect(details.keyDecisions).toEqual([
      'The team decided to support Node 22 and newer.',
      "Let's go with PostgreSQL for the queue.",
      'We chose polling over webhooks because of the firewall.',
      'Agreed: the cache stays in memory.',
    ]);
  });

  it.each([
    'It will use Redis for the session cache.',
    'Going with SQLite because it needs no server.',
    'Decision: store prices as integer cents.',
    'Decision - the first release ships on Friday.',
    'The importer will use a streaming parser.',
    'It was decided that retries stop at five.',
  ])('R-10 R-66 is a decision where somebody says it, and none in output of a tool: %s', (said) => {
    for (const role of ['user', 'assistant'] as const) {
      expect(segmentDetails(messages([role, text(said)])).keyDecisions).toEqual([said]);
    }
    const outputs: ToolMessage['parts'] = [
      { type: 'tool-result', callId: 'a', name: 'read_file', output: said },
      { type: 'tool-result', callId: 'b', name: 'read_file', output: [{ type: 'text', text: said }] },
    ];
    for (const role of ['tool', 'user'] as const) {
      for (const output of outputs) expect(segmentDetails(messages([role, output])).keyDecisions).toEqual([]);
    }
    expect(segmentDetails(messages(['tool', text(said)])).keyDecisions).toEqual([]);
  });

  it('R-10 keeps at most five decisions, the firmest, in the order they were said', () => {
    const many = Array.from(
      { length: 9 },
      (_, index) =>
        ['user', text(`We decided to use option number ${index} here.`)] as [ToolMessage['role'], Part],
    );
    const { keyDecisions } = segmentDetails(messages(...many));
    expect(keyDecisions).toHaveLength(5);
    expect(keyDecisions).toEqual(keyDecisions.toSorted());
  });

  it('R-10 does not take questions and open points for decisions', () => {
    const { keyDecisions } = segmentDetails(
      messages([
        'user',
        text("Have we decided on a database? We haven't decided yet. If we go with Redis, it is faster."),
      ]),
    );
    expect(keyDecisions).toEqual([]);
  });

  it.each([
    'wich databse did we chose',
    'which one have we agreed on',
    'welche Datenbank haben wir uns entschieden',
    'what was decided about the port',
  ])('R-10 nor a question without its mark: %s', (question) => {
    expect(segmentDetails(messages(['user', text(question)])).keyDecisions).toEqual([]);
  });

  it.each([
    'we chose Postgres',
    'Only then we decided on Postgres',
    'Gestern haben wir uns für Postgres entschieden',
  ])('R-10 what is told is a decision: %s', (told) => {
    expect(segmentDetails(messages(['user', text(told)])).keyDecisions).toEqual([told]);
  });

  it('R-12 names topics, files and commands', () => {
    const details = segmentDetails(
      messages(
        ['user', text('The payment gateway times out. Please fix the payment gateway retries.')],
        [
          'assistant',
          text('The payment gateway retries are in the client.'),
          { type: 'tool-call', callId: 'a', name: 'Bash', input: { command: 'npm test' } },
        ],
      ),
    );
    expect(details.topics[0]).toBe('payment gateway');
    expect(details.commandsRun).toBe(1);
    expect(details.toolsUsed).toEqual([{ name: 'Bash', count: 1, notable: ['npm test'] }]);
  });

  it('R-10 two segments become one without losing counts', () => {
    const one = segmentDetails(
      messages(['assistant', { type: 'tool-call', callId: 'a', name: 'Edit', input: { file_path: 'a.ts' } }]),
    );
    const two = segmentDetails(
      messages(['assistant', { type: 'tool-call', callId: 'b', name: 'Edit', input: { file_path: 'b.ts' } }]),
    );
    const merged = mergeSegmentDetails(one, two);
    expect(merged.filesModified).toEqual(['a.ts', 'b.ts']);
    expect(merged.toolsUsed).toEqual([{ name: 'Edit', count: 2, notable: ['a.ts', 'b.ts'] }]);
  });

  it('R-37 a segment of any length keeps so many files, the first and above all the last', () => {
    let merged = segmentDetails([]);
    for (let number = 1; number <= 2_000; number += 1) {
      merged = mergeSegmentDetails(merged, { ...segmentDetails([]), filesModified: [`${number}.ts`] });
    }
    expect(merged.filesModified).toHaveLength(500);
    expect(merged.filesModified[0]).toBe('1.ts');
    expect(merged.filesModified.at(-1)).toBe('2000.ts');
  });
});
