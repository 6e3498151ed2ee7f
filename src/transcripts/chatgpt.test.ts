import { describe, expect, it } from 'vitest';
import { toAnthropic } from '../message/anthropic.ts';
import { readTranscript, readTranscripts } from './read-transcript.ts';

type Node = { id: string; message: object | null; parent: string | null; children: string[] };

/** Nodes below each other; the third value names a parent other than the previous node. */
function tree(nodes: readonly (readonly [string, object | null, string?])[]): { [id: string]: Node } {
  const mapping: { [id: string]: Node } = {};
  let last: string | null = null;
  for (const [id, message, parent = last] of nodes) {
    mapping[id] = { id, message, parent, children: [] };
    if (parent !== null) mapping[parent]?.children.push(id);
    last = id;
  }
  return mapping;
}

const node = (role: string, content: object | string, more: object = {}) => ({
  id: `m-${Math.abs(JSON.stringify([role, content]).length)}-${role}`,
  author: { role },
  create_time: 1_700_000_000.25,
  content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
  recipient: 'all',
  metadata: {},
  ...more,
});

function conversation(mapping: { [id: string]: Node }, current: string, more: object = {}) {
  return {
    title: 'Bread',
    create_time: 1_700_000_000,
    conversation_id: 'c-1',
    mapping,
    current_node: current,
    ...more,
  };
}

const plain = conversation(
  tree([
    ['root', null],
    ['s', node('system', '')],
    ['q', node('user', 'How long?')],
    ['a1', node('assistant', 'An hour.')],
    ['a2', node('assistant', 'Forty minutes.'), 'q'],
    ['q2', node('user', 'Thanks')],
  ]),
  'q2',
);

const summaryOf = (messages: readonly { role: string; parts: readonly { type: string }[] }[]) =>
  messages.map(({ role, parts }) => `${role}: ${parts.map(({ type }) => type).join(' ')}`);

describe('exports of ChatGPT', () => {
  it('R-58 the branch in use, with title and times', () => {
    const [transcript] = readTranscripts(JSON.stringify([plain]));
    expect(transcript).toMatchObject({
      format: 'chatgpt',
      id: 'c-1',
      title: 'Bread',
      createdAt: '2023-11-14T22:13:20.000Z',
      skipped: { empty: 1, 'other-branch': 1 },
    });
    expect(transcript!.messages.map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: 'How long?' }],
      [{ type: 'text', text: 'Forty minutes.' }],
      [{ type: 'text', text: 'Thanks' }],
    ]);
    expect(transcript!.messages[0]!.createdAt).toBe('2023-11-14T22:13:20.250Z');
  });

  it('R-58 several conversations are several transcripts; one alone is read too, in a line or over many', () => {
    const other = { ...plain, conversation_id: 'c-2', title: 'Soup' };
    expect(readTranscripts(JSON.stringify([plain, other])).map(({ id, title }) => [id, title])).toEqual([
      ['c-1', 'Bread'],
      ['c-2', 'Soup'],
    ]);
    for (const text of [JSON.stringify(plain), JSON.stringify(plain, null, 2)]) {
      expect(readTranscript(text)).toMatchObject({ format: 'chatgpt', id: 'c-1', messages: [{}, {}, {}] });
    }
    expect(readTranscripts(`${JSON.stringify(plain)}\n${JSON.stringify(other)}\n`)).toHaveLength(2);
  });

  it('R-58 without a current node the newest leaf ends the branch; a tree in a circle ends too', () => {
    const { current_node: _current, ...without } = plain;
    expect(readTranscript(JSON.stringify(without)).messages).toHaveLength(3);
    const circle = {
      a: { id: 'a', parent: 'b', children: ['b'], message: node('user', 'x') },
      b: { id: 'b', parent: 'a', children: ['a'], message: node('assistant', 'y') },
    };
    expect(readTranscript(JSON.stringify(conversation(circle as never, 'b'))).messages).toHaveLength(2);
    expect(readTranscript(JSON.stringify(conversation({}, 'gone'))).messages).toEqual([]);
  });

  it('R-58 what the user never saw is left out and counted', () => {
    const mapping = tree([
      ['h', node('system', 'Be kind.', { metadata: { is_visually_hidden_from_conversation: true } })],
      [
        'i',
        node('user', { content_type: 'user_editable_context', user_profile: 'x', user_instructions: 'y' }),
      ],
      ['s', node('system', 'You are a baker.')],
      ['q', node('user', 'Hi')],
    ]);
    const transcript = readTranscript(JSON.stringify(conversation(mapping, 'q')));
    expect(transcript.skipped).toEqual({ hidden: 2 });
    expect(transcript.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('R-58 tools, thoughts, images and files are read', () => {
    const mapping = tree([
      [
        'q',
        node(
          'user',
          {
            content_type: 'multimodal_text',
            parts: [
              { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1', width: 3 },
              'What is this?',
            ],
          },
          { metadata: { attachments: [{ id: 'file-2', name: 'notes.pdf', mime_type: 'application/pdf' }] } },
        ),
      ],
      [
        't',
        node('assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Look', content: 'closely' }] }),
      ],
      [
        'c',
        {
          ...node('assistant', { content_type: 'code', language: 'python', text: 'print(1)' }),
          id: 'call',
          recipient: 'python',
        },
      ],
      [
        'r',
        {
          ...node('tool', { content_type: 'execution_output', text: '1' }),
          author: { role: 'tool', name: 'python' },
        },
      ],
      ['j', { ...node('assistant', '{"queries":["bread"]}'), id: 'call2', recipient: 'browser' }],
      [
        'e',
        {
          ...node('tool', { content_type: 'system_error', name: 'x', text: 'no net' }),
          author: { role: 'tool', name: 'browser' },
        },
      ],
      [
        'w',
        node('tool', { content_type: 'tether_quote', url: 'https://a.example', title: 'A', text: 'words' }),
      ],
      ['v', node('assistant', { content_type: 'something_new', words: 3 })],
    ]);
    const { messages } = readTranscript(JSON.stringify(conversation(mapping, 'v')));
    expect(summaryOf(messages)).toEqual([
      'user: resource text resource',
      'assistant: reasoning',
      'assistant: tool-call',
      'tool: tool-result',
      'assistant: tool-call',
      'tool: tool-result',
      'tool: tool-result',
      'assistant: text',
    ]);
    expect(messages[0]!.parts).toMatchObject([
      { id: 'file-service://file-1', name: 'image' },
      {},
      { id: 'file-2', name: 'notes.pdf' },
    ]);
    expect(messages[2]!.parts).toEqual([
      { type: 'tool-call', callId: 'call', name: 'python', input: 'print(1)' },
    ]);
    expect(messages[3]!.parts).toEqual([
      { type: 'tool-result', callId: 'call', name: 'python', output: '1' },
    ]);
    expect(messages[4]!.parts).toMatchObject([{ input: { queries: ['bread'] } }]);
    expect(messages[5]!.parts).toMatchObject([{ callId: 'call2', isError: true, output: 'no net' }]);
    expect(messages[6]!.parts).toMatchObject([{ output: 'A\nhttps://a.example\nwords' }]);
    expect(messages[7]!.parts).toEqual([
      { type: 'text', text: '{"content_type":"something_new","words":3}' },
    ]);
    expect(() => toAnthropic(messages)).not.toThrow();
  });

  it('§8 a bad message is named, or skipped where that is allowed; a conversation that is none as well', () => {
    const mapping = tree([
      ['q', node('user', 'Hi')],
      ['x', { ...node('robot', 'beep') }],
    ]);
    const text = JSON.stringify([conversation(mapping, 'x'), { no: 'conversation' }]);
    expect(() => readTranscripts(text)).toThrow(
      '[0].mapping["x"].message.author.role must be one of \'system\'',
    );
    const [transcript] = readTranscripts(text, { lenient: true });
    expect(transcript!.messages).toHaveLength(1);
    expect(transcript!.warnings).toEqual([
      expect.stringContaining('author.role'),
      expect.stringContaining('[1] must be an object with a mapping'),
    ]);
  });
});
