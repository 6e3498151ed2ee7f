import { expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import { cacheMessage, copyOf } from './cached-message.ts';

const message = (other: Partial<Message>): Message =>
  ({
    ...{ id: 'm1', seq: 1, role: 'user', createdAt: '', tokens: 3, hash: 'h' },
    parts: [],
    ...other,
  }) as Message;
const text = (said: string, extra?: { [key: string]: string }) =>
  ({ type: 'text', text: said, ...(extra && { extra }) }) as Message['parts'][number];

const whole: [what: string, message: Message][] = [
  ['nothing', message({})],
  ['one text', message({ parts: [text('Hello.')] })],
  ['several texts', message({ parts: [text('Hello.'), text('Again.')] })],
  ['a field of its provider', message({ parts: [text('Hello.')], extra: { mark: { kept: 1 } } as never })],
  ['an origin', message({ parts: [text('Hello.')], origin: { kind: 'aside', sources: [] } as never })],
  ['a part with a field of its provider', message({ parts: [text('Hello.', { mark: 'a' })] })],
  [
    'a tool call',
    message({
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c', name: 'n', input: { a: [1] } } as never],
    }),
  ],
];

it.each(whole)(
  'R-48 a message that holds %s is copied whole, and what callers do to a copy changes no other',
  (_, given) => {
    const stored = structuredClone(given);
    const cached = cacheMessage(given);
    spoil(copyOf(cached));
    expect(copyOf(cached)).toEqual(stored);
  },
);

/** Changes every value in every object and list below this one. */
function spoil(value: object): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) spoil(inner);
    else (value as { [key: string]: unknown })[key] = 'changed';
  }
}
