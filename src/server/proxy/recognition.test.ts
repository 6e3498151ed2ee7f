import { describe, expect, it } from 'vitest';
import { useProxy } from './loopback.suite.ts';
import type { Answer, Seen } from './loopback-answers.suite.ts';

const start = useProxy();
type Message = { role: string; content: unknown; [member: string]: unknown };
const user = (content: string): Message => ({ role: 'user', content });

async function set(answer: (seen: Seen, index: number) => Answer | Promise<Answer>, options = {}) {
  const { upstream, proxy } = await start(answer, options);
  const say = async (messages: Message[], headers: { [name: string]: string } = {}, more: object = {}) => {
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'local', messages, ...more }),
    });
    const body = (await response.json()) as { choices: { message: Message }[] };
    return { reply: body.choices[0]!.message, thread: response.headers.get('x-everthread-thread')! };
  };
  /** A conversation of this many exchanges, in the form of its client. */
  const talk = async (exchanges: number, headers = {}, name = 'talk') => {
    const messages: Message[] = [];
    let thread = '';
    for (let turn = 0; turn < exchanges; turn += 1) {
      messages.push(user(`${name} ${turn}`));
      const said = await say(messages, headers);
      messages.push(said.reply);
      thread = said.thread;
    }
    return { messages, thread };
  };
  return { upstream, proxy, say, talk };
}

const counted = (_seen: Seen, index: number): Answer => ({ text: `reply ${index}` });
const alike = (): Answer => ({ text: 'Yes.' });

describe('a conversation that is sent again', () => {
  it('R-60 two with the same beginning become separate threads when their answers differ, and never mix', async () => {
    const { proxy, say } = await set(counted);
    const [one, two] = await Promise.all([say([user('Hello')]), say([user('Hello')])]);
    expect(one.thread).not.toBe(two.thread);
    const again = await say([user('Hello'), one.reply, user('one')]);
    const other = await say([user('Hello'), two.reply, user('two')]);
    expect([again.thread, other.thread]).toEqual([one.thread, two.thread]);
    const said = new Map((await proxy.threads()).map((thread) => [thread.id, thread.said]));
    expect(said.get(one.thread)).toEqual(['Hello', one.reply.content, 'one', again.reply.content]);
    expect(said.get(two.thread)).toEqual(['Hello', two.reply.content, 'two', other.reply.content]);
  });

  it('R-60 an answer that is made again and again gets branches of the first thread, with names no longer', async () => {
    const { say, talk } = await set(counted);
    const { messages, thread } = await talk(2);
    const again: string[] = [];
    for (let time = 0; time < 12; time += 1) again.push((await say(messages.slice(0, -1))).thread);
    for (const branch of again) expect(branch).toMatch(new RegExp(`^${thread}~b_[0-9a-z]+$`, 'u'));
    expect(new Set(again).size).toBe(12);
  });

  it('R-60 two with the same answers are still two threads, if one comes after the other', async () => {
    const { proxy, say } = await set(alike);
    const one = await say([user('Hello')]);
    const two = await say([user('Hello')]);
    expect(two.thread).not.toBe(one.thread);
    const next = await Promise.all(['a', 'b'].map((word) => say([user('Hello'), one.reply, user(word)])));
    expect(new Set(next.map(({ thread }) => thread)).size).toBe(2);
    const said = (await proxy.threads()).map((thread) => thread.said.join());
    expect(said.toSorted()).toEqual(['Hello,Yes.,a,Yes.', 'Hello,Yes.,b,Yes.']);
  });

  it('R-60 an edit gets a branch, wherever it is, and the thread stays as it was', async () => {
    const { proxy, say, talk } = await set(counted);
    const { messages, thread } = await talk(20);
    const before = (await proxy.threads())[0]!.said;
    for (const place of [0, 2, 14, 26, 38]) {
      const edited = messages.with(place, user(`changed at ${place}`));
      const branch = await say([...edited, user('and?')]);
      expect(branch.thread).not.toBe(thread);
      // The conversation continues in its branch.
      const goesOn = await say([...edited, user('and?'), branch.reply, user('go on')]);
      expect(goesOn.thread).toBe(branch.thread);
    }
    // Shortened, with another message at its end.
    const cut = await say([...messages.slice(0, 10), user('another way')]);
    expect(cut.thread).not.toBe(thread);
    const threads = await proxy.threads();
    expect(threads.find(({ id }) => id === thread)!.said).toEqual(before);
    expect(threads.find(({ id }) => id === cut.thread)!.said).toHaveLength(12);
    // The first client's thread is unaffected.
    expect((await say([...messages, user('next')])).thread).toBe(thread);
  });

  it('R-60 shortened results of tools, and answers without their white space, are the same conversation', async () => {
    const { say } = await set((_seen, index) =>
      index % 2 === 0
        ? { calls: [{ id: `call_${index}`, name: 'f', input: {} }] }
        : { text: `  done ${index}\n` },
    );
    const messages: Message[] = [];
    const threads = new Set<string>();
    for (let step = 0; step < 30; step += 1) {
      messages.push(
        step % 2 === 0
          ? user(`do ${step}`)
          : { role: 'tool', tool_call_id: `call_${step - 1}`, content: 'long output '.repeat(20) },
      );
      const { reply, thread } = await say(messages);
      threads.add(thread);
      const content = typeof reply.content === 'string' ? reply.content.trim() : reply.content;
      messages.push({ ...reply, content });
      for (const message of messages.slice(0, -4)) if (message.role === 'tool') message.content = '[cleared]';
    }
    expect(threads.size).toBe(1);
  });

  it('R-60 a client that drops its oldest messages, or summarizes them itself, stays in its thread', async () => {
    const { proxy, say, talk } = await set(counted);
    const { messages, thread } = await talk(10);
    let window = messages.slice(-9);
    for (let turn = 0; turn < 4; turn += 1) {
      window.push(user(`slides ${turn}`));
      const { reply, thread: found } = await say(window);
      expect(found).toBe(thread);
      window.push(reply);
      window = window.slice(2);
    }
    const compacted = [user('Summary of what was said before: we talked.'), ...window.slice(-8)];
    expect((await say([...compacted, user('after')])).thread).toBe(thread);
    expect((await proxy.threads())[0]!.said).toHaveLength(20 + 8 + 2);
  });

  it('R-60 side requests of a client do not change the main thread', async () => {
    const { proxy, say, talk } = await set(counted);
    const { messages, thread } = await talk(3, {}, 'main');
    const title = [{ role: 'system', content: 'Write a title.' }, messages[0]!];
    const side = await say(title);
    expect(side.thread).not.toBe(thread);
    const helper = await say([user('You are a sub-agent: find the file.')]);
    await say([user('You are a sub-agent: find the file.'), helper.reply, user('go on')]);
    // The client compacts by itself: it asks for a summary of everything, and continues with only that.
    const summary = await say([...messages, user('Summarize all of this.')]);
    const fresh = await say([user(`This continues an earlier session: ${String(summary.reply.content)}`)]);
    expect(fresh.thread).not.toBe(thread);
    const kept = (await proxy.threads()).find(({ id }) => id === thread)!;
    expect(kept.said.slice(0, 6)).toEqual(messages.map(({ content }) => content));
  });

  it('R-60 I-1 if another client continues the thread before the answer arrives, the answer is stored in a branch', async () => {
    let meanwhile = async (): Promise<void> => undefined;
    const { proxy, say, talk } = await set(async (seen, index) => {
      await meanwhile();
      return counted(seen, index);
    });
    const { messages, thread } = await talk(2);
    meanwhile = async () => {
      await (await proxy.everthread.findThread(thread))!.append({ role: 'user', content: 'from elsewhere' });
    };
    await say([...messages, user('and here')]);
    await expect.poll(async () => (await proxy.threads()).length).toBe(2);
    const threads = await proxy.threads();
    const [first, branch] = [true, false].map((isFirst) =>
      threads.find(({ id }) => (id === thread) === isFirst),
    );
    const talked = ['talk 0', 'reply 0', 'talk 1', 'reply 1'];
    expect(first!.said).toEqual([...talked, 'from elsewhere']);
    expect(branch!.said).toEqual([...talked, 'and here', 'reply 2']);
    expect(proxy.problems).toEqual([]);
  });

  it('R-60 the same request once more, after an error, adds nothing', async () => {
    const { proxy, say } = await set((_seen, index) =>
      index === 1 ? { status: 500, body: '{"error":{}}', text: '' } : { text: `reply ${index}` },
    );
    const first = await say([user('Hello')]);
    const next = [user('Hello'), first.reply, user('Next')];
    await say(next).catch(() => undefined);
    expect((await proxy.threads())[0]!.said).toEqual(['Hello', 'reply 0']);
    expect((await say(next)).thread).toBe(first.thread);
    expect((await proxy.threads()).map(({ said }) => said)).toEqual([
      ['Hello', 'reply 0', 'Next', 'reply 2'],
    ]);
  });
});

describe('a thread named in a header', () => {
  const headers = { 'x-everthread-thread': 'journey' };

  it('R-60 is the thread of the conversation; edits get branches of it, which are found again under the same name', async () => {
    const { proxy, say, talk } = await set(counted);
    const { messages, thread } = await talk(4, headers);
    expect(thread).toBe('journey');
    const edited = [...messages.slice(0, 4), user('differently')];
    const branch = await say(edited, headers);
    expect(branch.thread).toMatch(/^journey~/);
    const goesOn = await say([...edited, branch.reply, user('more')], headers);
    expect(goesOn.thread).toBe(branch.thread);
    const side = await say([user('Write a title for this.')], headers);
    expect(side.thread).not.toBe('journey');
    expect((await say([...messages, user('on')], headers)).thread).toBe('journey');
    expect((await proxy.threads()).find(({ id }) => id === 'journey')!.said).toHaveLength(10);
  });

  it('R-60 a client may send only new messages, because the thread has the rest', async () => {
    const { upstream, proxy, say } = await set(counted);
    const append = { ...headers, 'x-everthread-mode': 'append' };
    await say([user('My name is Ada.')], append);
    await say([user('What is my name?')], append);
    expect((upstream.seen[1]!.body.messages as Message[]).map(({ content }) => content)).toEqual([
      'My name is Ada.',
      'reply 0',
      'What is my name?',
    ]);
    expect((await proxy.threads())[0]!.said).toHaveLength(4);
  });

  it('R-60 one that was filled in another way can be continued', async () => {
    const { proxy, say } = await set(counted);
    const thread = await proxy.everthread.thread('journey');
    await thread.append([
      { role: 'user', content: 'Where to?' },
      { role: 'assistant', content: 'Vienna.' },
    ]);
    const messages = [user('Where to?'), { role: 'assistant', content: 'Vienna.' }, user('When?')];
    expect((await say(messages, headers)).thread).toBe('journey');
    expect((await proxy.threads())[0]!.said).toEqual(['Where to?', 'Vienna.', 'When?', 'reply 0']);
  });

  it.each([
    ['港の船', '%E6%B8%AF%E3%81%AE%E8%88%B9'],
    ['Überfahrt nach Åland', '%C3%9Cberfahrt%20nach%20%C3%85land'],
    ['50%25', '50%2525'],
    ['a trip/to the sea', 'a trip/to the sea'],
  ])(
    'R-60 a name in any script is percent-encoded, in the answer as in the request: %s',
    async (name, header) => {
      const { proxy, say } = await set(counted);
      const first = await say([user('Hello')], { 'x-everthread-thread': header });
      expect(first.thread).toBe(header);
      const messages = [user('Hello'), first.reply, user('And on')];
      expect((await say(messages, { 'x-everthread-thread': first.thread })).thread).toBe(header);
      const edited = await say([user('Hello'), user('Otherwise')], { 'x-everthread-thread': header });
      expect(decodeURIComponent(edited.thread).startsWith(`${name}~`)).toBe(true);
      expect((await proxy.threads()).map(({ id }) => id)).toContain(name);
    },
  );

  it('R-60 a long name of emoji can be branched from', async () => {
    const { say } = await set(counted);
    const headers = { 'x-everthread-thread': encodeURIComponent(`a${'😀'.repeat(110)}`) };
    const { reply } = await say([user('Hello')], headers);
    await say([user('Hello'), reply, user('And on')], headers);
    const edited = await say([user('Hello'), user('Otherwise')], headers);
    expect(decodeURIComponent(edited.thread)).toContain('~');
  });

  it('R-60 an invalid name or mode is refused, and the error names the field', async () => {
    const { proxy, upstream } = await set(counted);
    const ask = (given: { [name: string]: string }) =>
      fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        headers: given,
        body: JSON.stringify({ model: 'local', messages: [user('x')] }),
      });
    for (const [given, param] of [
      [{ 'x-everthread-thread': 'a'.repeat(300) }, 'threadId'],
      [{ 'x-everthread-thread': 't', 'x-everthread-mode': 'odd' }, 'x-everthread-mode'],
      [{ 'x-everthread-mode': 'append' }, 'x-everthread-thread'],
    ] as const) {
      const response = await ask(given);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_input', param } });
    }
    expect(upstream.seen).toEqual([]);
  });
});
