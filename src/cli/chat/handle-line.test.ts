import { describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import type { OpenedEverthread } from '../open-everthread.ts';
import type { Chat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';
import { openInputHistory } from './editor/input-history.ts';
import { handleLine } from './handle-line.ts';
import { recallResponder } from './responders/recall.ts';
import { isSlashCommand } from './slash-commands.ts';

async function openTestChat() {
  const everthread = createEverthread({ automatic: false });
  const events: ChatEvent[] = [];
  const chat: Chat = {
    opened: { everthread } as OpenedEverthread,
    inputs: await openInputHistory(undefined),
    thread: await everthread.thread('main'),
    responder: recallResponder(),
    silenceMs: 1_000,
    owner: undefined,
    canAsk: true,
    view: () => ({ columns: 80, colour: false }),
    emit: (event) => void events.push(event),
    now: () => 0,
    written: async () => undefined,
  };
  return { chat, events, everthread };
}
const { signal } = new AbortController();

describe('handleLine', () => {
  it.each(['/help', '/history --full', '/?', '/EXIT'])('R-58 %s is a command', (line) => {
    expect(isSlashCommand(line)).toBe(true);
  });

  it.each(['/etc/hosts is odd', ' /tmp is full', '//', '/ 3', 'a /help', '/1'])(
    'R-58 "%s" is a message',
    (line) => {
      expect(isSlashCommand(line)).toBe(false);
    },
  );

  it('R-41 /forget asks first: the answer is no message, and anything but yes is no', async () => {
    const { chat, events, everthread } = await openTestChat();
    const say = async (line: string) => {
      events.length = 0;
      await handleLine(chat, line, signal);
      return events
        .map((event) => (event.type === 'command' ? event.text : JSON.stringify(event)))
        .join('\n');
    };
    await say('The code of the door is kestrel-88.');
    await say('what is the code of the door?');
    await say('I tried kestrel-88 already.');
    expect(await say('/forget 1')).toMatch(
      /also occur in #4 \(user\)\. --copies erases[\s\S]*Forget\? y\/N/u,
    );
    expect(await say('no')).toContain('Nothing was forgotten.');
    expect(await say('/forget 1')).toContain('Forget?');
    expect(await say('/help forget')).toContain('--copies');
    await say('yes');
    const log = async () => Array.fromAsync(chat.thread.history());
    expect((await log()).map(({ removed }) => removed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await say('/forget 1')).toContain('Forget?');
    const told = await say('y');
    expect(told).toContain('1 message forgotten, and 1 answer that quoted them.');
    expect(told.replaceAll(/\s+/gu, ' ')).toContain(
      'The words also occur in #4 (user). To erase those, too: /forget 4',
    );
    expect((await log()).map(({ removed }) => removed ?? '')).toEqual(['forgotten', '', 'forgotten', '', '']);
    await everthread.close();
  });

  it('R-58 a store that fails is told in words, and the chat goes on', async () => {
    const { chat, events, everthread } = await openTestChat();
    await everthread.close();
    expect(await handleLine(chat, 'hello', signal)).toBe(false);
    expect(await handleLine(chat, '/history', signal)).toBe(false);
    expect(events).toMatchObject([
      { type: 'problem', problem: expect.stringContaining('was closed') },
      { type: 'problem', problem: expect.stringContaining('was closed') },
    ]);
  });

  it('R-40 R-58 /rules lists the standing rules, and /rules remove ends one', async () => {
    const { chat, events } = await openTestChat();
    await chat.thread.append([{ role: 'user', content: 'Never push to main. Always use tabs.' }]);
    for (const line of ['/rules', '/rules remove 1', '/rules', '/rules remove 9', '/rules what']) {
      expect(await handleLine(chat, line, signal)).toBe(false);
    }
    expect(events).toMatchObject([
      { type: 'command', text: expect.stringContaining('2 standing rules') },
      { type: 'command', text: expect.stringContaining('Removed rule 1: Never push to main.') },
      { type: 'command', data: [{ id: '1.2', text: 'Always use tabs.' }] },
      { type: 'problem', problem: expect.stringContaining('no standing rule "9"') },
      { type: 'problem', problem: expect.stringContaining('/rules takes') },
    ]);
  });

  it('R-58 a bug is not hidden', async () => {
    const { chat } = await openTestChat();
    const broken: Chat = {
      ...chat,
      emit: () => {
        throw new TypeError('bug');
      },
    };
    await expect(handleLine(broken, 'hello', signal)).rejects.toThrow('bug');
  });

  it('R-58 /exit ends the chat, nothing else does', async () => {
    const { chat } = await openTestChat();
    expect(await handleLine(chat, '/help', signal)).toBe(false);
    expect(await handleLine(chat, '/quit', signal)).toBe(true);
  });
});
