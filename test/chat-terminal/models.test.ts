import { describe, expect, it } from 'vitest';
import type { LoopbackProvider, Protocol, Turn } from '../loopback-provider.ts';
import { keys } from '../pty.ts';
import { sampleOf } from '../soak.ts';
import {
  hint,
  noOllama,
  openChat,
  openModelChat,
  provider,
  ready,
  send,
  storedMessages,
  texts,
  useChats,
} from './chat-terminal.suite.ts';

useChats();

const protocols = ['anthropic', 'openai'] as const;

describe.each(protocols)('with a model that speaks %s', (protocol) => {
  it('R-58 R-59 streams replies, keeps them, and sends what the thread needs', async () => {
    const pty = await openModelChat(protocol);
    const gate = Promise.withResolvers<void>();
    provider!.script({
      kind: 'reply',
      pieces: ['A warm ', 'wel', 'come, \u001b', '[31mfriend', '.'],
      hold: gate.promise,
    });
    pty.send(`hello${keys.enter}`);
    await pty.until('A warm welcome,');
    // The reply is on the screen while it is still being written.
    expect(pty.screen()).not.toContain(hint);
    gate.resolve();
    await pty.until('␛[31mfriend.');
    await ready(pty);
    await send(pty, '/demo', 'A bookshop moves');
    provider!.script({ kind: 'reply', pieces: ['PostgreSQL, see #3.'], inputTokens: 4_000 });
    await send(pty, 'what did we decide about the database?', 'PostgreSQL, see #3.');
    expect(provider!.requests).toHaveLength(2);
    const [first, second] = provider!.requests;
    expect(first!.protocol).toBe(protocol);
    expect(first!.messages).toEqual([{ role: 'user', text: 'hello' }]);
    expect(first!.system).toContain('terminal chat');
    expect(second!.messages.map(({ text }) => text).join('\n')).toContain(
      'It is settled: we decided on PostgreSQL',
    );
    expect(texts(await storedMessages())).toEqual(['hello', 'A warm welcome, \u001b[31mfriend.']);
    expect(texts(await storedMessages('demo')).slice(-2)).toEqual([
      'what did we decide about the database?',
      'PostgreSQL, see #3.',
    ]);
  });

  it('R-58 a reply that was cut off says so; /retry asks anew without it, and one answer is left', async () => {
    const pty = await openModelChat(protocol);
    provider!.script({ kind: 'reply', pieces: ['One, ', 'two'], cut: true });
    await send(pty, 'count to three', 'The reply is cut off');
    expect(pty.screen()).toContain('"go on" for the rest, or /retry');
    expect(texts(await storedMessages())).toEqual(['count to three', 'One, two\n\n[cut off]']);
    provider!.script({ kind: 'drop', pieces: ['One, ', 'two, th'] });
    await send(pty, '/retry', 'The connection broke off');
    provider!.script({ kind: 'reply', pieces: ['One, two, three.'] });
    await send(pty, '/retry', 'One, two, three.');
    for (const { messages } of provider!.requests) {
      expect(messages).toEqual([{ role: 'user', text: 'count to three' }]);
    }
    expect(texts(await storedMessages())).toEqual(['count to three', 'One, two, three.']);
    await send(pty, '/retry', 'has its answer already');
  });

  it('R-58 whatever the provider does wrong is told in a sentence, nothing is lost, the chat goes on', async () => {
    const pty = await openModelChat(protocol, { rows: 100, args: ['--timeout', '2'] });
    const who = protocol === 'anthropic' ? 'Anthropic' : 'The server';
    const faults: [Parameters<LoopbackProvider['script']>, string][] = [
      [[{ kind: 'status', status: 401 }], `✗ ${who} refused the key (HTTP 401).`],
      [[{ kind: 'status', status: 404 }], `✗ ${who} knows no model`],
      [[{ kind: 'status', status: 429, headers: { 'retry-after': '45' } }], 'Wait 45 s, then'],
      [
        [
          { kind: 'status', status: 500 },
          { kind: 'status', status: 500 },
        ],
        'had an error of its own (HTTP 500).',
      ],
      [
        [
          { kind: 'status', status: 529 },
          { kind: 'status', status: 529 },
        ],
        'is overloaded (HTTP 529).',
      ],
      [[{ kind: 'hang' }], `✗ ${who} stopped answering.`],
      [[{ kind: 'drop', pieces: ['Half a ', 'thought'] }], '✗ The connection broke off in the middle'],
      [
        [{ kind: 'body', contentType: 'text/event-stream', body: 'data: {nope\n\n' }],
        'sent something that is no reply.',
      ],
      [
        [reportedError(protocol), reportedError(protocol)],
        protocol === 'anthropic' ? 'is overloaded (HTTP 529).' : 'reported an error instead of going on.',
      ],
      [
        [
          { kind: 'body', contentType: 'text/event-stream', body: '' },
          { kind: 'body', contentType: 'text/event-stream', body: '' },
        ],
        `✗ ${who} sent an empty reply.`,
      ],
    ];
    for (const [index, [turns, says]] of faults.entries()) {
      provider!.script(...turns);
      await send(pty, `question ${index}`, says);
    }
    // A short pause that the provider asks for is waited out.
    provider!.script(
      { kind: 'status', status: 429, headers: { 'retry-after': '0.1' } },
      { kind: 'reply', pieces: ['late but here'] },
    );
    await send(pty, 'and now?', 'late but here');
    expect(pty.raw()).not.toContain('scripted');
    const stored = texts(await storedMessages());
    expect(stored.filter((text) => text.startsWith('question'))).toHaveLength(faults.length);
    expect(stored).toContain('Half a thought\n\n[interrupted]');
    expect(stored.slice(-2)).toEqual(['and now?', 'late but here']);
  });
});

describe('whichever protocol a model speaks', () => {
  it.each(sampleOf(protocols, { every: 2 }))(
    'R-26 R-38 Summarizing… stands there while a model of %s works and goes when it is done; what is wrong is told once',
    async (protocol) => {
      const strategy = JSON.stringify({ name: 'rolling', messages: 2, verbatimExchanges: 1 });
      const pty = await openModelChat(protocol, { args: ['--summarizer', 'model', '--strategy', strategy] });
      const { promise: hold, resolve: release } = Promise.withResolvers<void>();
      const said = 'The harbour is full and the ferry left late.';
      provider!.always(({ body }) =>
        body.stream === true
          ? { kind: 'reply', pieces: ['Noted.'] }
          : { kind: 'reply', pieces: [said], hold },
      );
      const long =
        'The harbour is full and the ferry left late because the fog stayed over the water. '.repeat(3);
      for (const line of [`First: ${long}`, `Second: ${long}`]) {
        pty.send(`${line}${keys.enter}`);
        await ready(pty);
      }
      await provider!.received(3);
      await pty.until('Summarizing…');
      release();
      await pty.until('↻ compacted');
      await pty.until(() => !pty.screen().includes('Summarizing…'));

      const failing = { kind: 'status' as const, status: 401, message: 'this key was revoked' };
      provider!.always(({ body }) => (body.stream === true ? { kind: 'reply', pieces: ['Yes.'] } : failing));
      for (const line of [
        'One more word on the harbour.',
        'And another word on the ferry.',
        'A third word.',
      ]) {
        pty.send(`${line}${keys.enter}`);
        await ready(pty);
      }
      pty.send(`/resummarize${keys.enter}`);
      await pty.until('stays as it is');
      expect(pty.screen().split('HTTP 401: this key was revoked').length - 1).toBeLessThanOrEqual(2);
      expect(pty.screen().match(/Summaries: /gu) ?? []).toHaveLength(1);
      expect(pty.screen()).not.toContain('Summarizing…');
    },
  );

  it.each(sampleOf(protocols, { every: 2, from: 1 }))(
    'R-58 Ctrl-C stops a reply of %s and keeps what came, marked; what was typed meanwhile stays on the line',
    async (protocol) => {
      const pty = await openModelChat(protocol);
      provider!.script({
        kind: 'reply',
        pieces: ['One, two, ', 'three'],
        hold: new Promise(() => undefined),
      });
      pty.send(`count${keys.enter}`);
      await pty.until('One, two,');
      pty.send(`typed ahead${keys.ctrlC}`);
      await pty.until('Interrupted. What came is kept as #2.');
      await pty.until(/› typed ahead$/u);
      pty.send(keys.ctrlU);
      await ready(pty);
      provider!.script({ kind: 'hang' });
      pty.send(`again${keys.enter}`);
      await pty.until(/› again\n. \d+ s {2}Ctrl-C stops$/u);
      await provider!.received(2);
      pty.send(keys.ctrlC);
      await pty.until('Interrupted before anything came.');
      await ready(pty);
      await send(pty, '/retry', /^ok$/mu);
      expect(texts(await storedMessages())).toEqual(['count', 'One, two,\n\n[interrupted]', 'again', 'ok']);
    },
  );
});

describe('a model that is not there', () => {
  it('R-58 no server at the address: told, and another model can be chosen', async () => {
    const pty = await openChat({
      args: ['--base-url', 'http://127.0.0.1:9', '--model', 'nobody'],
      env: { EVERTHREAD_PROVIDER: 'auto', ...noOllama },
    });
    await send(pty, 'hello', '✗ http://127.0.0.1:9/v1 cannot be reached.');
    await send(pty, '/model none', 'No model answers from now on');
    await send(pty, 'hello again', 'Noted as #2.');
  });
});

/** An error in a stream that began well. */
function reportedError(protocol: Protocol): Turn {
  const error =
    protocol === 'anthropic'
      ? { type: 'error', error: { type: 'overloaded_error', message: 'scripted' } }
      : { error: { message: 'scripted', type: 'server_error', code: null } };
  return { kind: 'body', contentType: 'text/event-stream', body: `data: ${JSON.stringify(error)}\n\n` };
}
