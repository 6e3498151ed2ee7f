/** With `redaction.archive`, the bytes of the database hold no recognized secret, however it arrived (I-10). */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { redactingStore } from '../../src/engine/redacting-store.ts';
import { createRedaction } from '../../src/engine/redaction.ts';
import { createEverthread, type Everthread } from '../../src/everthread.ts';
import type { MessageInput } from '../../src/message/normalize.ts';
import { systemRuntime } from '../../src/runtime.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { createTokenCounter } from '../../src/tokens/tokenizer.ts';
import { createDetector, createPlanting, everyBorder, everyField } from './planted.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newFile(): Promise<{ directory: string; path: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'everthread-secrets-'));
  cleanUps.push(() => rm(directory, { recursive: true }));
  return { directory, path: join(directory, 'test.db') };
}

function open(path: string, archive = true): Everthread {
  const everthread = createEverthread({
    store: sqliteStore({ path }),
    automatic: false,
    budget: { tokens: 3_000 },
    redaction: { archive },
  });
  cleanUps.push(() => everthread.close());
  return everthread;
}

async function bytesOf(directory: string): Promise<string> {
  const files = await readdir(directory);
  const contents = await Promise.all(files.map((file) => readFile(join(directory, file), 'latin1')));
  return contents.join('\n');
}

/** All base64 data in the text, decoded. */
function decoded(text: string): string {
  return (text.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [])
    .map((data) => Buffer.from(data, 'base64').toString('latin1'))
    .join('\n');
}

/** The same secrets in the shapes of providers, where tool arguments are JSON text. */
function providerShapes(plant: (place: string) => string): MessageInput[] {
  const call = (id: string, args: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'look', arguments: args },
  });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        call('o1', `{ "spaced" :  "${plant('raw arguments')}" }`),
        call('o2', `{"broken": "${plant('broken arguments')}`),
        call('o3', JSON.stringify({ inner: JSON.stringify({ deep: plant('arguments in arguments') }) })),
      ],
    },
    { role: 'tool', tool_call_id: 'o1', content: plant('chat result') },
    { role: 'tool', tool_call_id: 'o2', content: 'ok' },
    { role: 'tool', tool_call_id: 'o3', content: 'ok' },
    {
      type: 'function_call',
      call_id: 'r1',
      name: 'look',
      arguments: `{ "a":"${plant('responses arguments')}"}`,
    },
    { type: 'function_call_output', call_id: 'r1', output: plant('responses output') },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.', cache_control: { type: 'ephemeral', note: plant('block field') } },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: `It says ${plant('document')}.` },
          title: plant('document title'),
        },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hello.', providerOptions: { acme: { key: plant('provider option') } } },
      ],
    },
    {
      role: 'user',
      parts: [{ type: 'file', mediaType: 'text/plain', data: base64(`Notes: ${plant('file of text')}.`) }],
    },
    {
      role: 'user',
      parts: [
        { type: 'file', mediaType: 'text/csv', url: `data:text/csv;base64,${base64(plant('data of text'))}` },
      ],
    },
  ] as MessageInput[];
}

describe('secrets are kept out of the archive', () => {
  it('I-10 in every field, every shape and on every way in', async () => {
    const { planted, plant } = createPlanting();
    const { directory, path } = await newFile();
    const everthread = open(path);
    const thread = await everthread.thread('harbour');
    const messages: MessageInput[] = [...everyField(plant), ...providerShapes(plant)];
    for (const message of messages) await thread.append(message);
    await thread.append(everyBorder(plant).slice(0, 4));
    await thread.append(
      Array.from({ length: 60 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Berth ${index} was painted green, and Ola checked bollard ${index}.`,
      })),
    );
    await thread.edit(2, { role: 'user', content: `Now ${plant('edit')}.` }, { note: plant('edit note') });
    await thread.edit(2, { role: 'user', content: 'Now nothing.' });
    await thread.configure({ metadata: { title: plant('title'), deep: { label: [plant('label')] } } });
    await thread.compact();
    const [summary] = await thread.summaries();
    await thread.editSummary(summary!.id, `By hand ${plant('edited summary')}.`, { note: plant('note') });
    await thread.pinSummary(summary!.id, { note: plant('pin note') });
    const [fact] = await thread.facts();
    await thread.correctFact(fact!.id, `rather ${plant('correction')}`, { note: plant('correction note') });
    await thread.forget(1, { note: plant('forget note') });
    const history = JSON.stringify(await Array.fromAsync(thread.history()));
    await everthread.close();

    const detect = createDetector(planted);
    expect(detect(history)).toEqual([]);
    expect(detect(decoded(history))).toEqual([]);
    expect(detect(await bytesOf(directory))).toEqual([]);
    // Apart from the secrets, the messages are complete.
    expect(history).toContain('We decided to rent the harbour pump.');
    expect(history.match(/secret[:-]/g)!.length).toBeGreaterThan(60);
  });

  it('I-10 in what an import puts back besides messages', async () => {
    const { planted, plant } = createPlanting();
    const { directory, path } = await newFile();
    const everthread = open(path);
    const thread = await everthread.thread('harbour');
    await thread.append([
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: 'Two.' },
    ]);
    await everthread.close();

    const store = sqliteStore({ path });
    await store.open();
    const redaction = createRedaction({ store, runtime: systemRuntime, options: { archive: true } });
    await redaction.load();
    const state = (await store.readThread('harbour'))!;
    const at = '2026-01-01T00:00:00.000Z';
    await redactingStore({ store, redaction, counter: createTokenCounter({}) }).restore({
      threadId: 'harbour',
      thread: {
        ...state,
        settings: { metadata: { title: plant('restored title') } },
        pins: [
          { id: 'p', text: `Always send ${plant('restored rule')}.`, seq: 1, at, subject: plant('subject') },
        ],
      },
      marks: [],
      summaries: [],
      receipts: [],
      audit: [
        {
          id: 'a',
          threadId: 'harbour',
          at,
          action: 'edit-message',
          from: 1,
          to: 1,
          summaryId: null,
          note: plant('restored note'),
          before: JSON.stringify([{ parts: [{ type: 'text', text: plant('restored version') }] }]),
        },
      ],
    });
    await store.close();
    expect(createDetector(planted)(await bytesOf(directory))).toEqual([]);
  });

  it('I-10 an earlier version, stored before it was asked for, enters the audit trail without', async () => {
    const { planted, plant } = createPlanting();
    const { path } = await newFile();
    const before = open(path, false);
    await (await before.thread('t')).append({ role: 'user', content: `Use ${plant('earlier version')}.` });
    await before.close();
    const everthread = open(path);
    const thread = (await everthread.findThread('t'))!;
    await thread.edit(1, { role: 'user', content: 'Use nothing.' });
    const audit = JSON.stringify(await thread.audit());
    expect(createDetector(planted)(audit)).toEqual([]);
    expect(audit).toContain('Use [secret:');
  });

  it('I-8 calls and results keep belonging together, under names providers take', async () => {
    const { plant } = createPlanting();
    const { path } = await newFile();
    const thread = await open(path).thread('t');
    const callId = `call-${plant('id')}`;
    const name = `look_${plant('name')}`;
    await thread.append([
      { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', callId, name, input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId, name, output: 'Seen.' }] },
    ]);
    const [, asked, answered] = await Array.fromAsync(thread.history());
    const [call] = asked!.parts as { callId: string; name: string }[];
    const [result] = answered!.parts as { callId: string; name: string }[];
    expect(call!.callId).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(call!.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(result).toMatchObject({ callId: call!.callId, name: call!.name });
    expect((await thread.context()).toAnthropic().messages).toHaveLength(3);
  });
});
