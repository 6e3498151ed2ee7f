/** The chat as a person uses it: the built program on a pseudo-terminal, keys in, screen out. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider.ts';
import { keys, openPty, type Pty } from './pty.ts';

const hint = 'Write a message, or /help';
let directory: string;
let provider: LoopbackProvider | undefined;
let ptys: Pty[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-chat-'));
});
afterEach(async () => {
  for (const pty of ptys) await pty.close();
  ptys = [];
  await provider?.close();
  provider = undefined;
  rmSync(directory, { recursive: true, force: true });
});

type Options = {
  columns?: number;
  rows?: number;
  env?: { [name: string]: string };
  args?: readonly string[];
};

/** Nothing answers at that address, so that no Ollama of the machine is found. */
const noOllama = { OLLAMA_HOST: 'http://127.0.0.1:9' };

async function openChat({ args = [], env = {}, ...size }: Options = {}): Promise<Pty> {
  const pty = openPty(['chat', '--database', join(directory, 'chat.db'), ...args], {
    directory,
    env: { EVERTHREAD_PROVIDER: 'none', ...env },
    ...size,
  });
  ptys.push(pty);
  await pty.until(hint);
  await pty.until(/(?:No model is configured|answers \()/u);
  return pty;
}

async function openModelChat(protocol: 'anthropic' | 'openai', options: Options = {}): Promise<Pty> {
  provider = await openLoopbackProvider();
  const model = protocol === 'anthropic' ? 'claude-haiku-4-5' : 'loopback-1';
  const { args = [], ...rest } = options;
  return openChat({
    ...rest,
    args: ['--base-url', provider.url, '--model', model, '--summarizer', 'extractive', ...args],
    env: { EVERTHREAD_PROVIDER: 'auto', ...rest.env },
  });
}

/** The last row is the empty prompt: everything before is done. */
const ready = (pty: Pty) => pty.until(() => pty.screen().split('\n').at(-1) === `› ${hint}`);

async function send(pty: Pty, line: string, wanted: string | RegExp): Promise<void> {
  pty.send(`${line}${keys.enter}`);
  await pty.until(wanted);
  await ready(pty);
}

async function storedMessages(threadId = 'main') {
  const store = sqliteStore({ path: join(directory, 'chat.db') });
  await store.open();
  try {
    return await store.readMessages({ threadId });
  } finally {
    await store.close();
  }
}
const texts = (messages: Awaited<ReturnType<typeof storedMessages>>) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'));

describe('typing', () => {
  it('R-58 lines, words and the cursor; several lines by Alt-Enter, Ctrl-J, a backslash and paste', async () => {
    const pty = await openChat();
    pty.send('hello wurld');
    await pty.until('› hello wurld');
    pty.send(`${keys.left.repeat(3)}${keys.backspace}o`);
    await pty.until('› hello world');
    expect(pty.cursor().column).toBe(2 + 'hello wo'.length);
    pty.send(`${keys.ctrlA}Oh, \u0005${keys.altEnter}second${keys.ctrlJ}third\\${keys.enter}`);
    await pty.until(/› Oh, hello world\n {2}second\n {2}third$/u);
    pty.paste('fourth\r\nfifth /exit\r\n\u001b[2Jsixth');
    await pty.until(/fourth\n {2}fifth \/exit\n {2}␛\[2Jsixth$/u);
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await ready(pty);
    expect(texts(await storedMessages())).toEqual([
      'Oh, hello world\nsecond\nthird\nfourth\nfifth /exit\n\u001b[2Jsixth',
    ]);
    pty.send(`one two${keys.ctrlW}`);
    await pty.until(/› one$/u);
    pty.send(keys.ctrlU);
    await ready(pty);
  });

  it('R-58 what was written before comes back with Up, also in the next run, and is readable by its owner alone', async () => {
    const first = await openChat();
    await send(first, 'The port is 8443.', 'Noted as #1.');
    first.send(`a draft${keys.up}`);
    await first.until(/› The port is 8443\.$/u);
    first.send(keys.down);
    await first.until(/› a draft$/u);
    first.send(`${keys.ctrlU}${keys.ctrlD}`);
    expect(await first.exited).toMatchObject({ exitCode: 0 });
    const file = join(directory, 'chat.db.chat-history');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await openChat();
    expect(second.screen()).toMatch(/^Thread main: 1 message, the last on \d{4}-\d\d-\d\d at \d\d:\d\d\.$/mu);
    second.send(keys.up);
    await second.until(/› The port is 8443\.$/u);
    second.send(`${keys.ctrlU}${keys.ctrlC}`);
    await second.until('Press Ctrl-C again');
    second.send(keys.ctrlC);
    expect(await second.exited).toMatchObject({ exitCode: 0 });
  });

  it('R-58 Tab completes commands, their arguments and the names of threads', async () => {
    const pty = await openChat();
    await send(pty, '/thread garden-plans', 'New thread garden-plans.');
    pty.send(`/thread gar${keys.tab}`);
    await pty.until(/› \/thread garden-plans$/u);
    pty.send(`${keys.ctrlU}/hi${keys.tab}${keys.tab}`);
    await pty.until(/› \/history --full$/u);
    pty.send(`${keys.ctrlU}/su${keys.tab}`);
    await pty.until(/› \/summari$/u);
    pty.send(keys.tab);
    await pty.until('/summarize  /summaries');
    pty.send(`${keys.ctrlU}hello${keys.tab}`);
    await pty.until(/› hello$/u);
  });

  it('R-58 works at 40 columns, and goes on when the terminal becomes narrow', async () => {
    const pty = await openChat({ columns: 100 });
    const long = 'The quick brown fox jumps over the lazy dog and runs into the wood.';
    pty.send(long);
    await pty.until(`› ${long}`);
    pty.resize(40, 30);
    await pty.until(/› The quick brown fox jumps over the la\n {2}zy dog and runs into the wood\.$/u);
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await ready(pty);
    await send(pty, 'where does the fox run?', 'Quoted from this thread');
    for (const row of pty.screen().split('\n')) expect(row.length).toBeLessThanOrEqual(40);
    expect(pty.screen()).toContain('│ The quick brown fox jumps over the');
  });

  it('R-58 without colour there is none, and a terminal that cannot move its cursor gets plain lines', async () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
    const colour = /\u001b\[[0-9;]*m/u;
    const coloured = await openChat();
    expect(coloured.raw()).toMatch(colour);
    const plain = await openChat({ env: { NO_COLOR: '1' } });
    expect(plain.raw()).not.toMatch(colour);
    const dumb = openPty(['chat', '--database', join(directory, 'dumb.db')], {
      directory,
      env: { TERM: 'dumb', EVERTHREAD_PROVIDER: 'none' },
    });
    ptys.push(dumb);
    await dumb.until(/^> $|^>$/mu);
    dumb.send('The port is 8443.\r');
    await dumb.until('Noted as #1.');
    dumb.send('/exit\r');
    expect(await dumb.exited).toMatchObject({ exitCode: 0 });
    expect(dumb.raw()).not.toContain('\u001b');
  });

  it('R-58 wrong options are told and nothing is left of the prompt', async () => {
    const pty = openPty(['chat', '--modle', 'x'], { directory });
    ptys.push(pty);
    expect(await pty.exited).toMatchObject({ exitCode: 2 });
    expect(pty.screen()).toContain('There is no option --modle of chat. Did you mean --model?');
    expect(pty.screen()).not.toContain(hint);
  });
});

describe('without a model', () => {
  it('R-59 answers from message 3 after 200 messages, with number and date, and says how', async () => {
    const pty = await openChat();
    expect(pty.screen()).toContain('No model is configured, so I answer by quoting this thread.');
    await send(pty, '/demo', 'A bookshop moves its database');
    await send(
      pty,
      'what did we decide about the database?',
      'Quoted from this thread; no model is configured',
    );
    expect(pty.everything()).toMatch(
      /about the database\?\n#3 user 2026-03-02 08:43\n│ It is settled: we decided on PostgreSQL, not MySQL/u,
    );
    await send(pty, 'The lamps were delivered twice.', 'Noted as #203.');
    await send(pty, '/model', 'set ANTHROPIC_API_KEY');
    await send(pty, '/demo', /Thread demo: 203 messages/u);
    const stored = await storedMessages('demo');
    expect(stored[201]).toMatchObject({ role: 'assistant', name: 'everthread' });
  });

  it('R-14 an automatic compaction is told in one line above what is being typed', async () => {
    const pty = await openChat({ args: ['--budget', '3000'] });
    pty.send(`/demo${keys.enter}`);
    await pty.until('A bookshop moves');
    pty.send('half a sentence');
    await pty.until(/↻ compacted [\d–]+ → \d+ summar/u);
    await pty.until(() => /^› half a sentence$/mu.test(pty.screen()));
    for (const line of pty
      .everything()
      .split('\n')
      .filter((row) => row.startsWith('↻'))) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
    expect(pty.everything().match(/half a sentence/gu)).toHaveLength(1);
  });

  it('R-58 an Ollama that listens is found by itself, and is not looked for where a provider is named', async () => {
    provider = await openLoopbackProvider({ ollamaModels: ['nomic-embed-text:latest', 'llama9:8b'] });
    const pty = await openChat({ env: { EVERTHREAD_PROVIDER: 'auto', OLLAMA_HOST: provider.url } });
    await send(pty, 'hello', /^ok$/mu);
    expect(provider.requests[0]!.body.model).toBe('llama9:8b');
    expect(pty.screen()).toContain('(ollama)');
  });
});

describe('commands', () => {
  it('R-58 R-12 R-13 R-30 R-41 R-42 each does its work in the thread', async () => {
    const pty = await openChat({ rows: 50, args: ['--strategy', '{"name":"tiered","autoSummarize":false}'] });
    await send(pty, '/summarize', 'Nothing to summarize');
    await send(pty, '/demo', 'A bookshop moves');
    await send(pty, '/summarize', /│ messages {3}200 → 22 \(−89 %\)/u);
    await send(pty, '/resummarize', /╭─ Summarized[\s\S]*╭─ Summarized/u);
    await send(pty, '/history --full', 'Summarized: messages 1–180 in 2 summaries');
    await send(pty, '/context', /Context: [\d,]+ of 10,300 tokens/u);
    await send(pty, '/search Kinderbuch', /messages? for “Kinderbuch”/u);
    await send(pty, '/summaries', 'To read the originals: /expand <id>');
    const [, id = ''] = /(sum_\w+) · by extractive/u.exec(pty.everything())!;
    await send(pty, `/expand ${id}`, /Messages 1–20 behind summary/u);
    await send(pty, '/expand 3', 'It is settled: we decided on PostgreSQL');
    await send(pty, '/edit 5 The export has 9 orders.', /Message 5 was changed\. \d summar/u);
    await send(pty, `/edit ${id} All was decided.`, 'now has your text, and keeps it.');
    await send(pty, '/forget 8', /This erases 1 message for good[\s\S]*Forget\? y\/N/u);
    await send(pty, 'nope', 'Nothing was forgotten.');
    await send(pty, '/forget 7', /This erases 1 message for good[\s\S]*Forget\? y\/N[\s\S]*Forget\? y\/N/u);
    await send(pty, 'y', '1 message forgotten');
    await send(pty, '/stats', /Thread demo/u);
    await send(pty, '/strategy', '→ tiered');
    await send(pty, '/strategy rolling', 'summarized by rolling from now on');
    await send(pty, '/threads', /→ demo {2}200 messages/u);
    await send(pty, '/help edit', '/edit 12 TEXT | ID TEXT');
    const stored = await storedMessages('demo');
    expect(texts(stored)[4]).toBe('The export has 9 orders.');
    expect(stored[6]).toMatchObject({ removed: 'forgotten', parts: [] });
    expect(stored[7]!.removed).toBeUndefined();
    expect(stored).toHaveLength(200);
    pty.send(`/exit${keys.enter}`);
    expect(await pty.exited).toMatchObject({ exitCode: 0 });
  });

  it('R-58 what is wrong is told with what is accepted, and the chat goes on', async () => {
    const pty = await openChat({ rows: 60 });
    await send(pty, '/sumarize', 'There is no command /sumarize. Did you mean /summarize?');
    await send(pty, '/history all', '/history takes --full or nothing. Usage: /history [--full]');
    await send(pty, '/strategy rollin', 'There is no strategy "rollin". Did you mean rolling?');
    await send(pty, '/edit 99 text', 'This thread has no message 99: it is empty.');
    await send(pty, '/expand sum_none', 'There is no summary "sum_none" in this thread');
    await send(pty, '/search', '/search needs words to look for.');
    await send(pty, '/retry', 'The last message has its answer already.');
    await send(pty, `/thread ${'x'.repeat(300)}`, 'at most 256 characters');
    await send(pty, '/etc/hosts has a new line', 'Noted as #1.');
  });

  it('R-41 what is forgotten is no longer in the history of what was typed', async () => {
    const pty = await openChat();
    await send(pty, 'The code of the door is 9-4-2-7.', 'Noted as #1.');
    const file = join(directory, 'chat.db.chat-history');
    expect(readFileSync(file, 'utf8')).toContain('9-4-2-7');
    await send(pty, '/forget 1 --yes', '1 message forgotten');
    expect(readFileSync(file, 'utf8')).not.toContain('9-4-2-7');
  });

  it('R-58 escape sequences in messages and names never reach the terminal raw', async () => {
    const pty = await openChat({ rows: 50 });
    const before = pty.raw().length;
    pty.paste('The secret \u001b]0;owned\u0007 of \u001b[31mred\u001b[0m \u009b2J ink \u202e is oak gall.');
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await send(pty, 'what is the red ink made of?', 'Quoted from this thread');
    await send(pty, '/history', '#1');
    await send(pty, '/search ink', 'best first');
    const written = pty.raw().slice(before);
    for (const raw of ['\u001b]', '\u0007', '\u001b[31mred', '\u009b', '\u202e'])
      expect(written).not.toContain(raw);
    expect(pty.everything()).toContain('␛[31mred␛[0m');
  });
});

describe.each(['anthropic', 'openai'] as const)('with a model that speaks %s', (protocol) => {
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

  it('R-26 R-38 Summarizing… stands there while a model works and goes when it is done; what is wrong is told once', async () => {
    const strategy = JSON.stringify({ name: 'rolling', messages: 2, verbatimExchanges: 1 });
    const pty = await openModelChat(protocol, { args: ['--summarizer', 'model', '--strategy', strategy] });
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const said = 'The harbour is full and the ferry left late.';
    provider!.always(({ body }) =>
      body.stream === true ? { kind: 'reply', pieces: ['Noted.'] } : { kind: 'reply', pieces: [said], hold },
    );
    const long = 'The harbour is full and the ferry left late because the fog stayed over the water. '.repeat(
      3,
    );
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
    for (const line of ['One more word on the harbour.', 'And another word on the ferry.', 'A third word.']) {
      pty.send(`${line}${keys.enter}`);
      await ready(pty);
    }
    pty.send(`/resummarize${keys.enter}`);
    await pty.until('stays as it is');
    expect(pty.screen().split('HTTP 401: this key was revoked').length - 1).toBeLessThanOrEqual(2);
    expect(pty.screen().match(/Summaries: /gu) ?? []).toHaveLength(1);
    expect(pty.screen()).not.toContain('Summarizing…');
  });

  it('R-58 Ctrl-C stops a reply and keeps what came, marked; what was typed meanwhile stays on the line', async () => {
    const pty = await openModelChat(protocol);
    provider!.script({ kind: 'reply', pieces: ['One, two, ', 'three'], hold: new Promise(() => undefined) });
    pty.send(`count${keys.enter}`);
    await pty.until('One, two,');
    pty.send(`typed ahead${keys.ctrlC}`);
    await pty.until('Interrupted. What came is kept as #2.');
    await pty.until(/› typed ahead$/u);
    pty.send(keys.ctrlU);
    await ready(pty);
    provider!.script({ kind: 'hang' });
    pty.send(`again${keys.enter}`);
    await pty.until(/› again\n…$/u);
    await provider!.received(2);
    pty.send(keys.ctrlC);
    await pty.until('Interrupted before anything came.');
    await ready(pty);
    await send(pty, '/retry', /^ok$/mu);
    expect(texts(await storedMessages())).toEqual(['count', 'One, two,\n\n[interrupted]', 'again', 'ok']);
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
