import { describe, expect, it } from 'vitest';
import { readMilliseconds } from '../input/time.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { readTranscripts } from './read-transcript.ts';

const moment = Date.UTC(2024, 2, 5, 14, 30, 15);
const iso = '2024-03-05T14:30:15.000Z';

const forms: [string, unknown][] = [
  ['seconds', moment / 1_000],
  ['seconds with a fraction', moment / 1_000 + 0.25],
  ['milliseconds', moment],
  ['microseconds', moment * 1_000],
  ['nanoseconds', moment * 1_000_000],
  ['seconds as text', String(moment / 1_000)],
  ['milliseconds as text', String(moment)],
  ['ISO', iso],
  ['ISO with an offset', '2024-03-05T15:30:15+01:00'],
  ['ISO with a space', '2024-03-05 14:30:15Z'],
  ['RFC 2822', 'Tue, 05 Mar 2024 14:30:15 +0000'],
  ['a Date', new Date(moment)],
  ['what MongoDB exports', { $date: iso }],
  ['what MongoDB exports as a number', { $date: { $numberLong: String(moment) } }],
  ['what Firestore gives', { seconds: moment / 1_000, nanoseconds: 0 }],
  ['what Firestore exports', { _seconds: moment / 1_000, _nanoseconds: 0 }],
];

describe('the time of a message', () => {
  it.each(forms)('R-78 is read as %s, from every usual member', (_form, value) => {
    const messages: { [member: string]: unknown }[] = [
      { role: 'user', content: 'Hello harbour.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
      { type: 'human', content: 'Hello.' },
    ];
    for (const message of messages) {
      for (const member of ['createdAt', 'created_at', 'timestamp']) {
        const { createdAt, extra } = normalizeMessage({ ...message, [member]: value } as never);
        expect(createdAt?.slice(0, 19)).toBe(iso.slice(0, 19));
        expect(JSON.stringify(extra ?? {})).not.toContain(member);
      }
    }
  });

  it('R-78 is read from metadata, unless the message has a time of its own', () => {
    const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi.' }] };
    const metadata = { createdAt: moment / 1_000 };
    expect(normalizeMessage({ ...message, metadata } as never).createdAt).toBe(iso);
    const own = { ...message, metadata, created_at: '2025-01-01T00:00:00Z' };
    expect(normalizeMessage(own as never).createdAt).toBe('2025-01-01T00:00:00.000Z');
  });

  it('R-78 is refused by name where createdAt is none, and left to the provider elsewhere', () => {
    const message: MessageInput = { role: 'user', content: 'Hi.' };
    for (const createdAt of ['soon', {}, true, '2024-02-30T00:00:00Z']) {
      expect(() => normalizeMessage({ ...message, createdAt } as never)).toThrow('message.createdAt');
    }
    expect(normalizeMessage({ ...message, createdAt: null, timestamp: null } as never)).not.toHaveProperty(
      'createdAt',
    );
    expect(readMilliseconds('not a time')).toBeUndefined();
    expect(readMilliseconds(Number.NaN)).toBeUndefined();
    expect(readMilliseconds(8.64e15 * 1e6 * 10)).toBeUndefined();
  });

  it('R-78 small numbers stay milliseconds, as clocks of tests give them', () => {
    expect(readMilliseconds(0)).toBe(0);
    expect(readMilliseconds(1_000)).toBe(1_000);
  });

  it.each(['createdAt', 'created_at', 'timestamp'])(
    'R-78 transcripts of every client keep it, whatever the member is called: %s',
    (member) => {
      const at = { [member]: moment / 1_000 };
      const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n');
      const content = 'Which berth is free?';
      const files = {
        list: JSON.stringify([{ role: 'user', content, ...at }]),
        dialogue: JSON.stringify({ id: 'd', messages: [{ role: 'user', content, ...at }] }),
        claude: lines({
          type: 'user',
          uuid: 'u',
          parentUuid: null,
          sessionId: 's',
          ...at,
          message: { role: 'user', content },
        }),
        codex: lines(
          { type: 'session_meta', ...at, payload: { id: 's' } },
          {
            type: 'response_item',
            ...at,
            payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: content }] },
          },
        ),
        gemini: JSON.stringify({
          sessionId: 's',
          projectHash: 'p',
          lastUpdated: iso,
          startTime: iso,
          messages: [{ id: '1', type: 'user', content, ...at }],
        }),
      };
      for (const [name, text] of Object.entries(files)) {
        const times = readTranscripts(text).flatMap(({ messages }) =>
          messages.map(({ createdAt }) => createdAt),
        );
        expect([name, ...times]).toEqual([name, iso]);
      }
    },
  );
});
