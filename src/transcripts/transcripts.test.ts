import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { readTranscript, readTranscripts } from './read-transcript.ts';

const lines = (...entries: unknown[]) =>
  entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');
const summaryOf = ({ messages }: { messages: { role: string; parts: { type: string }[] }[] }) =>
  messages.map(({ role, parts }) => `${role}: ${parts.map(({ type }) => type).join(' ')}`);

function failure(run: () => unknown): { field: string | undefined; message: string } {
  try {
    run();
  } catch (error) {
    if (isEverthreadError(error, 'invalid_input')) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('Claude Code sessions', () => {
  const line = (uuid: string, message: object, more: object = {}) => ({
    uuid,
    sessionId: 's1',
    type: (message as { role: string }).role,
    timestamp: '2026-01-01T00:00:00.000Z',
    isSidechain: false,
    message,
    ...more,
  });
  const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
  const result = (id: string) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }],
  });
  const session = lines(
    { type: 'summary', summary: 'A title', leafUuid: 'x' },
    line('u1', { role: 'user', content: 'read both' }),
    line('a1', {
      role: 'assistant',
      id: 'msg_1',
      model: 'm',
      content: [{ type: 'text', text: 'Reading.' }],
      usage: { output_tokens: 1 },
    }),
    line('a2', {
      role: 'assistant',
      id: 'msg_1',
      model: 'm',
      content: [call('t1')],
      usage: { output_tokens: 2 },
    }),
    line('r1', result('t1')),
    line('a3', {
      role: 'assistant',
      id: 'msg_1',
      model: 'm',
      content: [call('t2')],
      usage: { output_tokens: 3 },
    }),
    line('r2', result('t2')),
    line('m1', { role: 'user', content: 'Caveat: local commands' }, { isMeta: true }),
    line('x1', { role: 'user', content: 'sub task' }, { isSidechain: true, parentUuid: null }),
    line(
      'x2',
      { role: 'assistant', id: 'msg_2', content: [{ type: 'text', text: 'sub answer' }] },
      { isSidechain: true, parentUuid: 'x1' },
    ),
    line('x3', { role: 'user', content: 'another sub task' }, { isSidechain: true, parentUuid: null }),
    '',
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      uuid: 'b1',
      sessionId: 's1',
    },
    line('c1', { role: 'user', content: 'This session is being continued …' }, { isCompactSummary: true }),
    line(
      'e1',
      { role: 'assistant', id: 'msg_3', content: [{ type: 'text', text: 'API Error: 529' }] },
      { isApiErrorMessage: true },
    ),
    line('u2', { role: 'user', content: 'thanks' }),
    line('u2', { role: 'user', content: 'thanks' }),
  );

  it('R-58 one answer over several lines is one message again, followed by its results', () => {
    const transcript = readTranscript(session);
    expect(transcript).toMatchObject({ format: 'claude-code', id: 's1', sidechains: [], warnings: [] });
    expect(summaryOf(transcript)).toEqual([
      'user: text',
      'assistant: text tool-call tool-call',
      'tool: tool-result',
      'tool: tool-result',
      'user: text',
    ]);
    expect(transcript.messages[1]).toMatchObject({
      id: 'a1',
      createdAt: '2026-01-01T00:00:00.000Z',
      extra: { anthropic: { id: 'msg_1', usage: { output_tokens: 3 } } },
    });
  });

  it('R-58 what is left out is counted', () => {
    expect(readTranscript(session).skipped).toEqual({
      summary: 1,
      meta: 1,
      sidechain: 3,
      compact_boundary: 1,
      'client-summary': 1,
      'api-error': 1,
      repeated: 1,
    });
  });

  it('R-58 side chains, meta lines and client summaries come when asked for', () => {
    const transcript = readTranscript(session, { sidechains: true, meta: true, clientSummaries: true });
    expect(transcript.sidechains.map((chain) => summaryOf({ messages: chain }))).toEqual([
      ['user: text', 'assistant: text'],
      ['user: text'],
    ]);
    expect(transcript.messages).toHaveLength(7);
  });

  it('R-58 a summary that opens the file is kept, because the messages it stands for are in no file', () => {
    const transcript = readTranscript(
      lines(line('c1', { role: 'user', content: 'continued' }, { isCompactSummary: true })),
    );
    expect(transcript.messages).toHaveLength(1);
  });

  it('§8 a bad line is named, or left out with a warning when lenient', () => {
    const broken = lines(
      line('u1', { role: 'user', content: 'hi' }),
      '{"type":"user","mess',
      line('u2', { role: 'user', content: [{ type: 'text' }] }),
      '5',
    );
    expect(failure(() => readTranscript(broken))).toMatchObject({
      field: 'line 2',
      message: expect.stringContaining('line 2 must be one JSON object'),
    });
    const transcript = readTranscript(broken, { lenient: true });
    expect(transcript.messages).toHaveLength(1);
    expect(transcript.warnings).toEqual([
      expect.stringContaining('line 2'),
      expect.stringContaining('line 4'),
      expect.stringContaining('line 3.message.content[0].text must be a string'),
    ]);
  });

  it('§8 a line too deep for anyone is named, not a stack overflow', () => {
    const deep = `{"type":"user","uuid":"u","message":{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(() => readTranscript(deep)).toThrow('line 1 has 201 or more levels of nesting');
  });
});

describe('Codex sessions', () => {
  const item = (payload: object) => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload });
  const items = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'x' },
    { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: '*** Begin Patch' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'Success' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
  ];
  const expected = ['user: text', 'assistant: reasoning tool-call', 'tool: tool-result', 'assistant: text'];

  it('R-58 items become messages; events, settings and client summaries are left out', () => {
    const transcript = readTranscript(
      lines(
        { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 's2', cwd: '/' } },
        { type: 'event_msg', payload: { type: 'user_message', message: 'go' } },
        ...items.map(item),
        { type: 'compacted', payload: { message: 'summary' } },
      ),
    );
    expect(transcript).toMatchObject({
      format: 'codex',
      id: 's2',
      skipped: { session_meta: 1, event_msg: 1, 'client-summary': 1 },
    });
    expect(summaryOf(transcript)).toEqual(expected);
    expect(transcript.messages[0]!.createdAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('R-58 older files with bare items are read too', () => {
    const transcript = readTranscript(lines({ id: 's3', timestamp: 'now', instructions: null }, ...items));
    expect(transcript).toMatchObject({ format: 'codex', id: 's3' });
    expect(summaryOf(transcript)).toEqual(expected);
  });

  it('§8 a bad item is named by its line', () => {
    expect(failure(() => readTranscript(lines(item({ type: 'function_call', name: 'x' })))).field).toBe(
      'line 1.call_id',
    );
  });
});

describe('Gemini CLI sessions', () => {
  const document = {
    sessionId: 's4',
    projectHash: 'p',
    messages: [
      { id: '1', timestamp: '2026-01-01T00:00:00Z', type: 'user', content: 'write it' },
      { id: '2', type: 'info', content: 'update available' },
      {
        id: '3',
        timestamp: '2026-01-01T00:00:01Z',
        type: 'gemini',
        content: '',
        thoughts: [{ subject: 'Plan', description: 'first this' }],
        toolCalls: [
          {
            id: 't1',
            name: 'write_file',
            args: { path: 'a' },
            status: 'success',
            timestamp: '2026-01-01T00:00:02Z',
            result: [{ functionResponse: { id: 't1', name: 'write_file', response: { output: 'written' } } }],
          },
          {
            id: 't2',
            name: 'replace',
            args: {},
            status: 'error',
            result: [{ functionResponse: { response: { error: 'no match' } } }],
          },
          { id: 't3', name: 'shell', args: {}, status: 'cancelled' },
        ],
      },
      {
        id: '4',
        type: 'gemini',
        content: [{ text: 'done' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      },
    ],
  };

  it('R-58 calls and their results become separate messages', () => {
    const transcript = readTranscript(JSON.stringify(document));
    expect(transcript).toMatchObject({ format: 'gemini-cli', id: 's4', skipped: { info: 1 } });
    expect(summaryOf(transcript)).toEqual([
      'user: text',
      'assistant: reasoning tool-call tool-call tool-call',
      'tool: tool-result tool-result',
      'assistant: text file',
    ]);
    expect(transcript.messages[2]).toMatchObject({
      id: '3:results',
      createdAt: '2026-01-01T00:00:02.000Z',
      parts: [{ output: 'written' }, { output: 'no match', isError: true }],
    });
  });

  it('I-1 a part of a kind nobody knows is kept as text', () => {
    const messages = [{ type: 'user', content: [{ executableCode: { code: 'print(1)' } }] }];
    expect(readTranscript(JSON.stringify({ ...document, messages })).messages[0]!.parts).toEqual([
      { type: 'text', text: '{"executableCode":{"code":"print(1)"}}' },
    ]);
  });

  it('§8 a bad entry is named', () => {
    const broken = { ...document, messages: [{ type: 'gemini', content: 5 }] };
    expect(failure(() => readTranscript(JSON.stringify(broken))).field).toBe('messages[0].content');
    expect(readTranscript(JSON.stringify(broken), { lenient: true }).warnings).toHaveLength(1);
  });
});

describe('Pi sessions', () => {
  const message = (role: string, content: unknown, more: object = {}, entry: object = {}) => ({
    type: 'message',
    timestamp: '2026-01-01T00:00:00Z',
    ...entry,
    message: { role, content, ...more },
  });

  it('R-58 messages, thinking, calls, results and images are read', () => {
    const transcript = readTranscript(
      lines(
        { type: 'session', id: 's5', cwd: '/' },
        message('user', [
          { type: 'text', text: 'look' },
          { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        ]),
        { type: 'model_change', modelId: 'm' },
        message(
          'assistant',
          [
            { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
            { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a' } },
          ],
          { api: 'anthropic-messages' },
        ),
        message('toolResult', [{ type: 'text', text: 'content' }], {
          toolCallId: 't1',
          toolName: 'read',
          isError: false,
        }),
      ),
    );
    expect(transcript).toMatchObject({ format: 'pi', id: 's5', skipped: { session: 1, model_change: 1 } });
    expect(summaryOf(transcript)).toEqual([
      'user: text file',
      'assistant: reasoning tool-call',
      'tool: tool-result',
    ]);
    expect(transcript.messages[1]!.parts[0]).toMatchObject({ extra: { anthropic: { signature: 'sig' } } });
    expect(transcript.messages[2]!.parts[0]).toMatchObject({
      name: 'read',
      output: 'content',
      isError: false,
    });
  });

  it('R-58 of a tree only the branch in use', () => {
    const transcript = readTranscript(
      lines(
        { type: 'session', id: 's6' },
        message('user', 'one', {}, { id: 'e1', parentId: null }),
        message('assistant', [{ type: 'text', text: 'given up' }], {}, { id: 'e2', parentId: 'e1' }),
        message('assistant', [{ type: 'text', text: 'kept' }], {}, { id: 'e3', parentId: 'e1' }),
        { type: 'compaction', id: 'e4', parentId: 'e3', summary: 'short' },
      ),
    );
    expect(transcript.messages.map(({ parts }) => parts[0])).toMatchObject([
      { text: 'one' },
      { text: 'kept' },
    ]);
    expect(transcript.skipped).toEqual({ session: 1, 'other-branch': 1, 'client-summary': 1 });
  });

  it('§8 a bad line is named', () => {
    expect(failure(() => readTranscript(lines(message('robot', [])))).field).toBe('line 1.message.role');
  });
});

describe('lists of messages', () => {
  const chat = [
    { role: 'system', content: 'rules' },
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ];

  it('R-58 OpenAI messages as an array, in a request, in dialogues, a line each', () => {
    const expected = ['system: text', 'user: text', 'assistant: tool-call', 'tool: tool-result'];
    for (const text of [
      JSON.stringify(chat),
      JSON.stringify({ model: 'm', messages: chat }),
      lines(...chat),
    ]) {
      expect(readTranscript(text).format).toBe('openai-chat');
      expect(summaryOf(readTranscript(text))).toEqual(expected);
    }
    const dialogues = [{ task_id: 7, traj: chat }, { messages: chat }];
    for (const text of [JSON.stringify(dialogues), lines(...dialogues)]) {
      expect(readTranscripts(text).map((transcript) => [transcript.id, transcript.messages.length])).toEqual([
        ['7', 4],
        [undefined, 4],
      ]);
    }
    expect(failure(() => readTranscript(JSON.stringify(dialogues))).message).toContain(
      'holds 2 conversations',
    );
  });

  it('R-58 Anthropic messages are read with their system text', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
    ];
    const transcript = readTranscript(
      JSON.stringify({ system: [{ type: 'text', text: 'rules' }], messages }),
    );
    expect(transcript.format).toBe('anthropic');
    expect(summaryOf(transcript)).toEqual([
      'system: text',
      'user: text',
      'assistant: tool-call',
      'tool: tool-result',
    ]);
    expect(
      readTranscript(JSON.stringify([{ role: 'system', content: 'x' }, ...messages])).messages[0]!.role,
    ).toBe('system');
  });

  it('R-58 responses items, AI SDK messages and our own', () => {
    const items = [
      { type: 'message', role: 'user', content: 'hi' },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    ];
    expect(summaryOf(readTranscript(JSON.stringify(items)))).toEqual([
      'user: text',
      'assistant: reasoning tool-call',
    ]);
    const model = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] },
    ];
    expect(readTranscript(JSON.stringify(model)).format).toBe('ai-sdk');
    const own = {
      role: 'user',
      parts: [{ type: 'resource', id: 'd', name: 'Doc' }],
      id: 'm1',
      createdAt: '2026-01-01T00:00:00.000Z',
      seq: 1,
    };
    expect(readTranscript(lines(own, own))).toMatchObject({
      format: 'everthread',
      messages: [{ id: 'm1' }, { id: 'm1' }],
    });
  });

  it('§8 a bad message is named by its place; nothing readable is said so', () => {
    expect(
      failure(() => readTranscript(JSON.stringify([...chat, { role: 'robot', content: '' }]))).field,
    ).toBe('messages[4].role');
    expect(failure(() => readTranscript(lines(...chat, { role: 'user', content: 5 }))).field).toBe(
      'line 5.content',
    );
    expect(readTranscript(lines(...chat, 'oops'), { lenient: true }).warnings).toEqual([
      expect.stringContaining('line 5'),
    ]);
    for (const nothing of ['', 'hello\nworld', '5', '{"a":1}', '[{"a":1}]']) {
      expect(failure(() => readTranscripts(nothing)).message).toMatch(/must be/);
    }
  });

  it('R-58 a byte order mark and empty lines do no harm', () => {
    expect(readTranscript(`\ufeff${lines(chat[0], '', chat[1])}\n\n`).messages).toHaveLength(2);
  });
});
