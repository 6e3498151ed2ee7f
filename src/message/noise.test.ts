import { describe, expect, it } from 'vitest';
import type { Message, Part, Role } from './message.ts';
import { findNoise, withoutCounting } from './noise.ts';

const said = (role: Role, ...parts: (string | Part)[]) => ({
  role,
  parts: parts.map((part) => (typeof part === 'string' ? { type: 'text' as const, text: part } : part)),
});
const call = (callId: string, input: object = { id: 7 }, name = 'job_status'): Part => ({
  type: 'tool-call',
  callId,
  name,
  input: input as never,
});
const result = (callId: string, output: string): Part => ({ type: 'tool-result', callId, output });

const kinds = (...messages: ReturnType<typeof said>[]) =>
  Object.fromEntries(
    findNoise(messages.map((message, index) => ({ ...message, seq: index + 1 }) as Message)),
  );

describe('noise', () => {
  it.each([
    'Thanks!',
    'ok great, thank you very much',
    'Yes, that is wonderful.',
    'Super, danke!',
    'Merci, parfait.',
    '👍',
  ])('R-76 a courtesy is noise, unless it answers: %s', (text) => {
    expect(kinds(said('assistant', 'The parser is mended.'), said('user', text))).toEqual({
      2: 'acknowledgement',
    });
    expect(kinds(said('assistant', 'Shall I delete the table?'), said('user', text))).toEqual({});
  });

  it.each([
    'Use PostgreSQL',
    'Thanks, now ship it',
    'Keep it.',
    'No, not that',
    'ok 42',
    'Really?',
    'see /etc/hosts',
    '好的，谢谢',
  ])('R-76 what may tell something is none: %s', (text) => {
    expect(kinds(said('assistant', 'The cache is gone.'), said('user', text))).toEqual({});
  });

  it('R-76 an empty turn is noise, and a picture is none', () => {
    const image: Part = { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } } as never;
    expect(
      kinds(
        said('user', ''),
        said('assistant', '…'),
        said('assistant'),
        said('user', image),
        said('system', ''),
      ),
    ).toEqual({ 1: 'empty', 2: 'empty', 3: 'empty' });
  });

  it('R-76 of repeated calls with the same answer, only the last one is kept', () => {
    const messages = [
      said('assistant', call('a')),
      said('tool', result('a', 'running, 10 s')),
      said('assistant', call('b')),
      said('tool', result('b', 'running, 20 s')),
      said('assistant', 'It still runs, because the index is large.', call('c')),
      said('tool', result('c', 'running, 30 s')),
      said('assistant', call('d')),
      said('tool', result('d', 'failed: disk full')),
      said('assistant', call('e', { id: 8 })),
      said('tool', result('e', 'running, 1 s')),
    ];
    expect(kinds(...messages)).toEqual({ 1: 'polling', 2: 'polling', 3: 'polling', 4: 'polling' });
  });

  it('R-76 lines that only count up are replaced by the last of them', () => {
    const bars = Array.from({ length: 20 }, (_, at) => `[${'='.repeat(at + 1)}>] ${at * 5}% of 812 MB`);
    const output = ['Fetching model', ...bars, 'sha256 verified', 'done'].join('\n');
    expect(kinds(said('tool', result('a', output)))).toEqual({ 1: 'progress' });
    expect(withoutCounting(output).split('\n')).toEqual([
      'Fetching model',
      '(19 lines like the next one)',
      bars.at(-1),
      'sha256 verified',
      'done',
    ]);
    const table = 'berth 1 Ada\nberth 2 Bo\nberth 3 Cy\nberth 4 Di\nberth 5 Ed';
    expect(withoutCounting(table)).toBe(table);
  });
});
