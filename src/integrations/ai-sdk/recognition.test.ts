/**
 * Messages that a client sends again are recognized; those it takes back leave the conversation, but not the archive.
 */
import { generateText, type ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import type { EverthreadOptions } from '../../options.ts';
import { type Answer, type Request, scriptedProvider, textsOf } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

const long = 'The river carries sand and gravel down to the weir, where it is counted. '.repeat(20);

function setUp(
  options: EverthreadOptions = {},
  answer: (request: Request, index: number) => Answer = (_request, index) => `Answer ${index + 1}.`,
) {
  const everthread = createEverthread({ runtime: testRuntime(), ...options });
  const provider = scriptedProvider(answer);
  const model = withEverthread({ model: provider, everthread });
  const ask = (messages: ModelMessage[], threadId?: string) =>
    generateText({
      model,
      messages,
      maxRetries: 0,
      ...(threadId !== undefined && { providerOptions: { everthread: { threadId } } }),
    });
  const spoken = async (threadId: string) => {
    const history = await Array.fromAsync((await everthread.thread(threadId)).history());
    return history.map(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(),
    );
  };
  const threadIds = async () => (await everthread.threads()).map(({ id }) => id);
  return { everthread, provider, model, ask, spoken, threadIds };
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

describe('in a named thread', () => {
  it('R-57 history that is sent again adds nothing', async () => {
    const { ask, spoken, provider } = setUp();
    await ask([user('a')], 't');
    await ask([user('a'), assistant('Answer 1.'), user('b')], 't');
    await ask([user('a'), assistant('Answer 1.'), user('b'), assistant('Answer 2.'), user('c')], 't');
    expect(await spoken('t')).toEqual(['a', 'Answer 1.', 'b', 'Answer 2.', 'c', 'Answer 3.']);
    expect(provider.requests.map(({ call }) => call.prompt.length)).toEqual([1, 3, 5]);
  });

  it('R-57 an answer sent back in another form is the same answer', async () => {
    const { ask, spoken } = setUp({}, () => [
      { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's' } } },
      { type: 'text', text: 'One. ' },
      { type: 'text', text: 'Two.' },
    ]);
    await ask([user('a')], 't');
    await ask([user('a'), assistant('One. Two.'), user('b')], 't');
    expect(await spoken('t')).toHaveLength(4);
  });

  it('R-57 an edited message replaces the old one and what followed it; the audit trail keeps them', async () => {
    const { everthread, ask, spoken, provider } = setUp();
    await ask([user('first')], 't');
    await ask([user('first'), assistant('Answer 1.'), user('buy 3')], 't');
    await ask([user('first'), assistant('Answer 1.'), user('buy 4')], 't');
    expect(await spoken('t')).toEqual(['first', 'Answer 1.', '', '', 'buy 4', 'Answer 3.']);
    expect(textsOf(provider.requests[2]!.call, 'user')).toEqual(['first', 'buy 4']);
    await ask(
      [user('first'), assistant('Answer 1.'), user('buy 4'), assistant('Answer 3.'), user('on')],
      't',
    );
    expect(await spoken('t')).toEqual([
      'first',
      'Answer 1.',
      '',
      '',
      'buy 4',
      'Answer 3.',
      'on',
      'Answer 4.',
    ]);
    const audit = await (await everthread.thread('t')).audit();
    expect(audit.map(({ action, from }) => [action, from])).toEqual([
      ['edit-message', 4],
      ['edit-message', 3],
    ]);
    expect(audit.map(({ before }) => before).join()).toContain('buy 3');
    expect((await everthread.verify()).damages).toEqual([]);
  });

  it('R-57 what was taken back is in no request either when the context is made from the thread', async () => {
    const { ask, provider } = setUp({ budget: { tokens: 1_500 } });
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      messages.push(user(`${turn} ${long}`));
      messages.push(...(await ask(messages, 't')).responseMessages);
    }
    await ask([...messages, user('buy 3 of the SECRET ones')], 't');
    await ask([...messages, user('buy 4')], 't');
    const { call, problems } = provider.requests.at(-1)!;
    expect(problems).toEqual([]);
    expect(textsOf(call, 'user').at(-1)).toContain('buy 4');
    expect(JSON.stringify(call.prompt)).not.toContain('SECRET');
    expect(JSON.stringify(call.prompt)).not.toContain('empty message');
  });

  it('R-57 an edit far back, behind summaries, takes everything after it back', async () => {
    const { everthread, ask, provider, spoken } = setUp({ budget: { tokens: 1_500 } });
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 15; turn += 1) {
      messages.push(user(`turn ${turn} ${long}`));
      messages.push(...(await ask(messages, 't')).responseMessages);
    }
    await everthread.idle();
    expect((await (await everthread.thread('t')).state()).coveredTo).toBeGreaterThan(6);
    await ask([...messages.slice(0, 4), user('another way')], 't');
    await everthread.idle();
    const said = (await spoken('t')).filter((text) => text !== '');
    expect(said.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'turn 0',
      'Answer 1.',
      'turn 1',
      'Answer 2.',
      'another way',
      'Answer 16.',
    ]);
    const { call, problems } = provider.requests.at(-1)!;
    expect(problems).toEqual([]);
    expect(textsOf(call, 'user').at(-1)).toContain('another way');
    expect(JSON.stringify(call.prompt)).not.toContain('turn 14');
    expect((await everthread.verify()).damages).toEqual([]);
  });

  it('R-57 an answer asked for again replaces the old one, even by the same words', async () => {
    const { ask, spoken, provider } = setUp({}, () => 'Same.');
    await ask([user('a')], 't');
    await ask([user('a')], 't');
    expect(await spoken('t')).toEqual(['a', '', 'Same.']);
    await ask([user('a'), assistant('Same.'), user('b')], 't');
    expect(await spoken('t')).toEqual(['a', '', 'Same.', 'b', 'Same.']);
    expect(provider.requests.map(({ call }) => call.prompt.length)).toEqual([1, 1, 3]);
  });

  it('R-57 a client that sends only its newest part continues the thread, and the model gets all of it', async () => {
    const { ask, spoken, provider } = setUp();
    const messages = [user('a'), assistant('Answer 1.'), user('b'), assistant('Answer 2.'), user('c')];
    await ask(messages.slice(0, 1), 't');
    await ask(messages.slice(0, 3), 't');
    await ask(messages.slice(2), 't');
    expect(await spoken('t')).toEqual(['a', 'Answer 1.', 'b', 'Answer 2.', 'c', 'Answer 3.']);
    expect(textsOf(provider.requests[2]!.call, 'user')).toEqual(['a', 'b', 'c']);
  });

  it('R-57 messages appended in another way are recognized by their content', async () => {
    const { everthread, ask, spoken } = setUp();
    const thread = await everthread.thread('t');
    await thread.append([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'A' },
    ]);
    await ask([user('a'), assistant('A'), user('b')], 't');
    expect(await spoken('t')).toEqual(['a', 'A', 'b', 'Answer 1.']);
  });

  it('R-57 a forgotten message stays forgotten, though the client still sends it', async () => {
    const { everthread, ask, spoken, provider } = setUp();
    await ask([user('my number is 4711')], 't');
    await (await everthread.thread('t')).forget([1]);
    await ask([user('my number is 4711'), assistant('Answer 1.'), user('b')], 't');
    expect(await spoken('t')).toEqual(['', 'Answer 1.', 'b', 'Answer 2.']);
    expect(JSON.stringify(provider.requests[1]!.call.prompt)).not.toContain('4711');
    expect(provider.requests[1]!.problems).toEqual([]);
  });

  it('R-57 a message with a secret that the archive does not keep is recognized', async () => {
    const { ask, spoken } = setUp({ redaction: { archive: true } });
    const secret = user('the key is ghp_0123456789abcdefghijABCDEFGHIJ012345');
    await ask([secret], 't');
    await ask([secret, assistant('Answer 1.'), user('b')], 't');
    const said = await spoken('t');
    expect(said).toHaveLength(4);
    expect(said[0]).not.toContain('ghp_0123456789');
  });

  it('R-57 files are recognized, whether as bytes or as base64', async () => {
    const { ask, spoken } = setUp();
    const withFile = (data: string | Uint8Array): ModelMessage => ({
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'file', data, mediaType: 'application/pdf' },
      ],
    });
    await ask([withFile(new Uint8Array([1, 2, 3]))], 't');
    await ask([withFile('AQID'), assistant('Answer 1.'), user('b')], 't');
    expect(await spoken('t')).toEqual(['see,file', 'Answer 1.', 'b', 'Answer 2.']);
  });
});

describe('without a name', () => {
  it('R-57 a conversation is found again by its messages', async () => {
    const { ask, spoken, threadIds } = setUp();
    await ask([user('a')]);
    await ask([user('a'), assistant('Answer 1.'), user('b')]);
    const [id, ...others] = await threadIds();
    expect(others).toEqual([]);
    expect(await spoken(id!)).toEqual(['a', 'Answer 1.', 'b', 'Answer 2.']);
  });

  it('R-57 two conversations that begin with the same words stay two', async () => {
    const { ask, spoken, threadIds } = setUp();
    await Promise.all([ask([user('Hi')]), ask([user('Hi')])]);
    await Promise.all([
      ask([user('Hi'), assistant('Answer 1.'), user('left')]),
      ask([user('Hi'), assistant('Answer 2.'), user('right')]),
    ]);
    const said = await Promise.all((await threadIds()).map(spoken));
    expect(said.map((list) => list.slice(0, 3)).sort()).toEqual([
      ['Hi', 'Answer 1.', 'left'],
      ['Hi', 'Answer 2.', 'right'],
    ]);
  });

  it('R-57 two with the same first answers separate where they first differ, and neither loses anything', async () => {
    const { ask, spoken, threadIds } = setUp({}, () => 'Hello.');
    const begun = [user('Hi'), assistant('Hello.')];
    await ask([user('Hi')]);
    await ask([user('Hi')]);
    await ask([...begun, user('left')]);
    await ask([...begun, user('right')]);
    await ask([...begun, user('right'), assistant('Hello.'), user('on')]);
    await ask([...begun, user('left'), assistant('Hello.'), user('back')]);
    const said = await Promise.all((await threadIds()).map(spoken));
    expect(said.sort()).toEqual([
      ['Hi', 'Hello.', 'left', 'Hello.', 'back', 'Hello.'],
      ['Hi', 'Hello.', 'right', 'Hello.', 'on', 'Hello.'],
    ]);
  });

  it('R-57 a call that failed leaves no thread behind', async () => {
    const { ask, threadIds } = setUp({}, () => {
      throw new Error('down');
    });
    await expect(ask([user('Hi')])).rejects.toThrow('down');
    expect(await threadIds()).toEqual([]);
  });

  it('R-57 a long conversation stays in its window', async () => {
    const { ask, provider, threadIds } = setUp({ budget: { tokens: 2_000, responseTokens: 200 } });
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      messages.push(user(`${turn} ${long}`));
      messages.push(...(await ask(messages)).responseMessages);
    }
    expect(await threadIds()).toHaveLength(1);
    for (const { tokens, problems } of provider.requests) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(1_800);
    }
  });
});

it('R-57 conversations in several threads at once do not mix', async () => {
  const { ask, spoken } = setUp({}, ({ call }) => `to ${textsOf(call, 'user').at(-1)}`);
  const names = Array.from({ length: 8 }, (_, index) => `thread-${index}`);
  await Promise.all(
    names.map(async (name) => {
      const messages: ModelMessage[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        messages.push(user(`${name} ${turn}`));
        messages.push(...(await ask(messages, name)).responseMessages);
      }
    }),
  );
  for (const name of names) {
    expect(await spoken(name)).toEqual(
      [0, 1, 2, 3, 4].flatMap((turn) => [`${name} ${turn}`, `to ${name} ${turn}`]),
    );
  }
});
