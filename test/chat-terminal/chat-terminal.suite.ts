/** Helpers for tests of the chat as a person uses it: the built program on a pseudo-terminal, keys in, screen out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { type LoopbackProvider, openLoopbackProvider } from '../loopback-provider.ts';
import { keys, openPty, type Pty } from '../pty.ts';

export const hint = 'Write a message, or /help';
/** Each test has its own folder, and a provider if it opens a chat with a model. */
export let directory: string;
export let provider: LoopbackProvider | undefined;
export let ptys: Pty[] = [];

/** Each test file calls this, because test files share a process in which this module is loaded once. */
export function useChats(): void {
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
}

type Options = {
  columns?: number;
  rows?: number;
  env?: { [name: string]: string };
  args?: readonly string[];
};

/** An address at which nothing answers, so that an Ollama on the machine is not found. */
export const noOllama = { OLLAMA_HOST: 'http://127.0.0.1:9' };

export async function openChat({ args = [], env = {}, ...size }: Options = {}): Promise<Pty> {
  const pty = openPty(['chat', '--database', join(directory, 'chat.db'), ...args], {
    directory,
    // A pager would wait for keys.
    env: { EVERTHREAD_PROVIDER: 'none', PAGER: '', ...env },
    ...size,
  });
  ptys.push(pty);
  await pty.until(hint);
  await pty.until(/(?:No model is configured|answers \()/u);
  return pty;
}

export async function startProvider(
  ...options: Parameters<typeof openLoopbackProvider>
): Promise<LoopbackProvider> {
  provider = await openLoopbackProvider(...options);
  return provider;
}

export async function openModelChat(protocol: 'anthropic' | 'openai', options: Options = {}): Promise<Pty> {
  const { url } = await startProvider();
  const model = protocol === 'anthropic' ? 'claude-haiku-4-5' : 'loopback-1';
  const { args = [], ...rest } = options;
  return openChat({
    ...rest,
    args: ['--base-url', url, '--model', model, '--summarizer', 'extractive', ...args],
    env: { EVERTHREAD_PROVIDER: 'auto', ...rest.env },
  });
}

/** Waits until the last row is the empty prompt, which means that all earlier work is done. */
export const ready = (pty: Pty) => pty.until(() => pty.screen().split('\n').at(-1) === `› ${hint}`);

export async function send(pty: Pty, line: string, wanted: string | RegExp): Promise<void> {
  pty.send(`${line}${keys.enter}`);
  await pty.until(wanted);
  await ready(pty);
}

async function stored<Result>(
  read: (store: ReturnType<typeof sqliteStore>) => Promise<Result>,
): Promise<Result> {
  const store = sqliteStore({ path: join(directory, 'chat.db') });
  await store.open();
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

export const storedMessages = (threadId = 'main') => stored((store) => store.readMessages({ threadId }));

/** Oldest first. */
export const storedReceipts = (threadId: string) =>
  stored(async (store) => (await store.readReceipts({ threadId, limit: 1_000 })).toReversed());

export const texts = (messages: Awaited<ReturnType<typeof storedMessages>>) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'));
