/** The same files as a stream: the result never depends on how the text is cut, and little is held back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { createIndexer } from './lines-reader.ts';
import { stableMessageId } from './message-id.ts';
import { readTranscript, readTranscripts } from './read-transcript.ts';
import type { MessageEvent, TranscriptEvent } from './transcript.ts';
import { createTranscriptReader, type ReaderOptions } from './transcript-reader.ts';

const lines = (...entries: unknown[]) =>
  entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');

const claude = (uuid: string, message: object, more: object = {}) => ({
  uuid,
  sessionId: 's1',
  type: (message as { role: string }).role,
  isSidechain: false,
  message,
  ...more,
});
const answer = (id: string, text: string) => ({ role: 'assistant', id, content: [{ type: 'text', text }] });
const pi = (id: string, parentId: string | null, text: string) => ({
  type: 'message',
  id,
  parentId,
  message: { role: 'user', content: text },
});
const chat = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello', refusal: null },
];

const samples: { [name: string]: string } = {
  claude: lines(
    claude('u1', { role: 'user', content: 'go' }),
    claude('a1', answer('m1', 'one')),
    claude('a2', answer('m1', 'two')),
    claude('x1', { role: 'user', content: 'sub' }, { isSidechain: true }),
    claude('u2', { role: 'user', content: 'thanks – danke' }),
  ),
  codex: lines(
    { type: 'session_meta', payload: { id: 's2' } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: 'go' } },
    { type: 'response_item', payload: { type: 'reasoning', summary: [] } },
    { type: 'response_item', payload: { type: 'message', role: 'assistant', content: 'done' } },
  ),
  pi: lines({ type: 'session', id: 's3' }, pi('1', null, 'a'), pi('2', '1', 'b'), pi('3', '1', 'c')),
  'gemini lines': lines(
    { sessionId: 's4', projectHash: 'p', startTime: '2026-01-01T00:00:00Z' },
    { id: '1', type: 'user', content: 'hi' },
    { id: '2', type: 'gemini', content: 'hel' },
    { id: '2', type: 'gemini', content: 'hello' },
  ),
  'message lines': lines(...chat),
  'message list': JSON.stringify(chat),
  'pretty list': JSON.stringify(chat, null, 2),
  request: JSON.stringify({ model: 'm', messages: chat, temperature: 0 }),
  'pretty request': JSON.stringify({ model: 'm', messages: chat }, null, 4),
  dialogues: JSON.stringify([
    { id: 1, messages: chat },
    { id: 2, messages: chat },
  ]),
};

function events(text: string, cuts: readonly number[], options: ReaderOptions = {}): TranscriptEvent[] {
  const reader = createTranscriptReader(options);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const chunks = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

const messageEvents = (list: readonly TranscriptEvent[]) =>
  list.filter(({ kind }) => kind === 'message') as MessageEvent[];
const textsOf = (list: readonly TranscriptEvent[]) =>
  messageEvents(list).map(({ message }) =>
    message.parts.map((part) => ('text' in part ? part.text : part.type)).join('|'),
  );

describe('streams', () => {
  it.each(Object.keys(samples))('R-58 %s is read the same wherever the stream is cut', (name) => {
    const text = samples[name]!;
    const whole = events(text, []);
    expect(messageEvents(whole).length).toBeGreaterThan(1);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        expect(events(text, cuts)).toEqual(whole);
        expect(events(`\ufeff${text}\n`, cuts)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('R-58 messages come out long before the end of the file', () => {
    const reader = createTranscriptReader();
    let pending = 0;
    let most = 0;
    for (let number = 1; number <= 5_000; number += 1) {
      const message =
        number % 2 === 0 ? answer(`m${number}`, 'answer') : { role: 'user', content: 'question' };
      pending += 1 - messageEvents(reader.push(`${JSON.stringify(claude(`u${number}`, message))}\n`)).length;
      most = Math.max(most, pending);
    }
    expect(pending - messageEvents(reader.end()).length).toBe(0);
    expect(most).toBeLessThanOrEqual(202);
  });

  it('R-58 an answer is whole though results of its first calls and other lines stand between', () => {
    const call = (id: string, callId: string) => ({
      role: 'assistant',
      id,
      content: [{ type: 'tool_use', id: callId, name: 'Read', input: {} }],
    });
    const result = (id: string) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }],
    });
    const { messages } = readTranscript(
      lines(
        claude('u1', { role: 'user', content: 'go' }),
        claude('a1', call('m1', 'c1')),
        claude('r1', result('c1')),
        { type: 'progress' },
        claude('a2', call('m1', 'c2')),
        claude('r2', result('c2')),
        claude('a3', answer('m2', 'done')),
      ),
    );
    expect(messages.map(({ role, parts }) => `${role} ${parts.length}`)).toEqual([
      'user 1',
      'assistant 2',
      'tool 1',
      'tool 1',
      'assistant 1',
    ]);
  });

  it('R-58 the file of one sub-agent is a conversation of its own', () => {
    const side = { isSidechain: true, agentId: 'ab12' };
    const text = lines(
      claude('x1', { role: 'user', content: 'sub task' }, side),
      claude('x2', answer('m1', 'sub answer'), side),
    );
    expect(events(text, [])[0]).toMatchObject({ kind: 'conversation', id: 's1', sidechain: 'ab12' });
    expect(textsOf(events(text, []))).toEqual(['sub task', 'sub answer']);
  });

  it('R-58 side chains before the first line of the session itself are side chains', () => {
    const text = lines(
      claude('x1', { role: 'user', content: 'Warmup' }, { isSidechain: true }),
      claude('u1', { role: 'user', content: 'hello' }),
    );
    expect(readTranscript(text)).toMatchObject({ skipped: { sidechain: 1 }, messages: [{ id: 'u1' }] });
    const chains = events(text, [], { sidechains: true }).filter(({ kind }) => kind === 'conversation');
    expect(chains).toMatchObject([{ id: 's1' }, { id: 's1', sidechain: 'x1' }]);
  });

  it("R-58 the client's own summary never speaks for the user", () => {
    const summary = claude(
      'c1',
      { role: 'user', content: 'This session is being continued' },
      { isCompactSummary: true },
    );
    const first = claude('u1', { role: 'user', content: 'hi' });
    expect(
      readTranscript(lines(first, summary, claude('u2', { role: 'user', content: 'on' }))).messages,
    ).toHaveLength(2);
    // If nothing else is left of the earlier messages, it is kept as a message of the assistant.
    expect(readTranscript(lines(summary, first)).messages).toMatchObject([
      { role: 'assistant' },
      { role: 'user' },
    ]);
  });

  it('R-58 Gemini CLI lines: the last version of each message, none that was taken back, no client summary', () => {
    const text = lines(
      { sessionId: 's4', projectHash: 'p' },
      { id: '1', type: 'user', content: 'first' },
      {
        id: '2',
        type: 'gemini',
        content: '',
        toolCalls: [{ id: 't', name: 'ls', args: {}, status: 'executing' }],
      },
      {
        id: '2',
        type: 'gemini',
        content: 'see',
        toolCalls: [
          {
            id: 't',
            name: 'ls',
            args: {},
            status: 'success',
            result: [{ functionResponse: { response: { output: 'a' } } }],
          },
        ],
      },
      { id: '3', type: 'info', content: 'update' },
      { id: '4', type: 'user', content: 'wrong' },
      { $rewindTo: '4' },
      { id: '5', type: 'user', content: 'right' },
      {
        $set: {
          messages: [
            { id: '6', type: 'user', content: [{ text: '<state_snapshot>short' }] },
            { id: '5', type: 'user', content: 'right' },
          ],
        },
      },
      { $set: { lastUpdated: 'now' } },
    );
    const transcript = readTranscript(text);
    expect(transcript).toMatchObject({ format: 'gemini-cli', id: 's4' });
    expect(textsOf(events(text, []))).toEqual(['first', 'see|tool-call', 'tool-result', 'right']);
    expect(transcript.skipped).toEqual({
      session: 1,
      repeated: 2,
      info: 1,
      'other-branch': 1,
      rewind: 1,
      'client-summary': 1,
      settings: 1,
    });
  });

  it('R-58 with an index a tree is read as a stream; without one only a limited part is kept in memory', () => {
    const text = samples.pi!;
    const indexer = createIndexer({});
    indexer.push(text);
    const leftOut = indexer.end();
    expect(textsOf(events(text, [5], { leftOut }))).toEqual(['a', 'c']);
    expect(textsOf(events(text, []))).toEqual(['a', 'c']);
    expect(() => events(text, [], { heldCharacters: 60 })).toThrow('Give it as a file, not through a pipe');
  });

  it('R-58 the system text is first wherever it stands in the document', () => {
    const body = { messages: [{ role: 'user', content: 'hi' }], system: 'rules' };
    expect(readTranscript(JSON.stringify(body)).messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('R-58 a requested format is used without recognition', () => {
    expect(
      readTranscript(JSON.stringify([{ role: 'user', content: 'x' }]), { format: 'anthropic' }).format,
    ).toBe('anthropic');
    expect(() => readTranscript('{"role":"user","content":"x"}', { format: 'pi' })).not.toThrow();
  });

  it('§8 an unknown file is refused with what is accepted', () => {
    for (const text of ['', '  \n', 'hello\nworld', 'PK\u0003\u0004', '{"a":1}', '{"a":1}\n{"b":2}']) {
      try {
        readTranscripts(text, { lenient: true });
        throw new Error('nothing was refused');
      } catch (error) {
        expect(isEverthreadError(error, 'invalid_input') && error.message).toMatch(
          /^text must be a session of Claude Code, Codex, .*ChatGPT .*OpenAI, Anthropic/,
        );
      }
    }
  });

  it('§8 a document that is cut off is refused; a bad element is skipped where that is allowed', () => {
    expect(() => readTranscripts('[{"role":"user","content":"a"},')).toThrow('is not valid JSON');
    const bad = '[{"role":"user","content":"a"},{"role":tru},{"role":"user","content":"b"}]';
    expect(() => readTranscripts(bad)).toThrow('messages[1] must be valid JSON');
    expect(readTranscript(bad, { lenient: true })).toMatchObject({
      warnings: [expect.any(String)],
      messages: [{}, {}],
    });
  });

  it('§8 every bad line is counted, whatever is in it', () => {
    const broken = ['{', '[1]', 'null', '"x"', '{"role":"user"}', '{"role":"user","content":{}}'];
    const text = lines(...chat, ...broken, chat[0]);
    expect(readTranscript(text, { lenient: true }).warnings).toHaveLength(broken.length);
    expect(() => readTranscript(text)).toThrow('line 3 must be one JSON object');
  });
});

describe('ids of messages', () => {
  const event = (message: object, place = 'line 3', more: object = {}) =>
    ({ kind: 'message', conversation: 0, message, place, ...more }) as MessageEvent;
  const text = (value: string) => ({ role: 'assistant', parts: [{ type: 'text', text: value }] });

  it('R-58 are those of the client, or derived from place and content', () => {
    expect(stableMessageId(event({ ...text('a'), id: 'own' }))).toBe('own');
    const derived = stableMessageId(event(text('a')));
    expect(derived).toMatch(/^line-3-[0-9a-f]{16}$/);
    expect(stableMessageId(event(text('b')))).not.toBe(derived);
    expect(stableMessageId(event(text('a'), 'line 4'))).not.toBe(derived);
    for (const id of ['', 'x'.repeat(300), 'a\0b', '\ud800']) {
      expect(stableMessageId(event({ ...text('a'), id }))).toBe(derived);
    }
  });

  it('R-58 a message that grows keeps its id', () => {
    const grown = { role: 'assistant', parts: [...text('a').parts, ...text('b').parts] };
    expect(stableMessageId(event(grown, 'line 3', { firstParts: 1 }))).toBe(
      stableMessageId(event(text('a'), 'line 3', { firstParts: 1 })),
    );
  });
});
