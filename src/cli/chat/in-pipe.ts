/**
 * The chat without a terminal: every line of the input is a message or a command. Answers go to the output as plain
 * text, or with `--json` as one event a line. Terminals that cannot move their cursor use it too, with a prompt.
 */
import { createInterface } from 'node:readline';
import { exitCodes } from '../command.ts';
import type { SettingFlags } from '../config/flags.ts';
import { resolveSettings } from '../config/settings.ts';
import type { Io } from '../io.ts';
import { terminalJson } from '../terminal/sanitize.ts';
import { viewOf } from '../views/view.ts';
import { announceThread, openChat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';
import { handleLine } from './handle-line.ts';
import { createUndo, withPipedInput } from './one-shot.ts';
import { renderEvent } from './render-event.ts';
import { createPlainScreen, createReplyScreen } from './reply-screen.ts';

/** Width for everything but model replies where no terminal gives one; replies are not wrapped there. */
const pipeColumns = 100;

export async function chatInPipe(options: {
  io: Io;
  flags: SettingFlags;
  json: boolean;
  /** One message instead of the input. */
  message: string | undefined;
  /** Only lists the threads. */
  pick: boolean;
  silenceMs: number | undefined;
  owner: string | undefined;
}): Promise<number> {
  const { io, flags, json, pick, silenceMs, owner } = options;
  const message = pick ? '/threads' : options.message;
  const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
  const view = () => (io.isTerminal ? viewOf(io) : { ...viewOf(io), columns: pipeColumns, colour: false });
  const prompting = io.isTerminal && io.inputIsTerminal && !json && message === undefined;
  const screen =
    io.isTerminal && io.env.TERM !== 'dumb'
      ? createReplyScreen({ output: io.stdout, view, now: Date.now })
      : createPlainScreen({ output: io.stdout, columns: io.isTerminal ? () => io.columns : undefined });
  const undo = message === undefined ? undefined : createUndo();
  let problems = 0;
  let busy: AbortController | undefined;
  let stopped = false;
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>();

  function onEvent(event: ChatEvent): void {
    if (event.type === 'problem') problems += 1;
    undo?.watch(event);
    if (json) {
      const { type } = event;
      const printed = type === 'command' ? { type, command: event.command, data: event.data } : event;
      io.stdout.write(`${terminalJson(printed, { indent: 0 })}\n`);
      return;
    }
    if (event.type === 'text') screen.text(event.text);
    else if (event.type === 'asking') screen.asking();
    if (event.type === 'text' || event.type === 'message') return;
    if (event.type === 'asking' || event.type === 'summarizing') return;
    // Output that goes into a file holds only the reply, without figures about it.
    if (event.type === 'reply' && event.end === 'complete' && !io.isTerminal) return;
    const text = renderEvent(event, view());
    screen.clear();
    // If the output goes into a file, failures go to standard error so that they are seen.
    const failure = event.type === 'problem' || event.type === 'trouble' || event.type === 'reply';
    const output = failure && !io.isTerminal ? io.stderr : io.stdout;
    if (text !== '') output.write(`${text}${prompting ? '\n' : ''}`);
  }

  const chat = await openChat({
    settings,
    view,
    emit: onEvent,
    written: screen.finish,
    keepInputs: prompting,
    canAsk: prompting,
    silenceMs,
    owner,
  });
  const input = message === undefined ? openLines(io, prompting) : undefined;
  // An interrupted reply is stored first. Then the program ends, or asks for the next line if it has a prompt.
  const releaseSignals = onSignals(() => {
    stopped = !prompting || busy === undefined;
    busy?.abort();
    if (!stopped) return;
    input?.close();
    interrupt();
  });
  try {
    if (json || prompting) await announceThread(chat, { first: true });
    else if (chat.responder.model === null) io.stderr.write(noModelNote);
    for await (const line of input?.lines() ?? [await withPipedInput(io, message!)]) {
      if (line.trim() === '') continue;
      busy = new AbortController();
      const leave = await handleLine(chat, line, busy.signal);
      busy = undefined;
      if (leave || stopped) break;
    }
    if (problems > 0 && !stopped) await undo?.takeBack(chat);
    // A script may start one process per message, so a compaction that is due must finish before this one ends.
    if (!stopped) await Promise.race([chat.opened.everthread.idle(), interrupted]);
  } finally {
    releaseSignals();
    input?.close();
    await chat.opened.close();
  }
  if (stopped && !prompting) return interruptedCode;
  return problems === 0 ? exitCodes.ok : exitCodes.failed;
}

/** The exit code by which shells report an interrupted program. */
const interruptedCode = 130;
const noModelNote =
  'everthread: no model is configured, so answers are quoted from the thread. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or use --base-url.\n';

function openLines(io: Io, prompting: boolean): { lines(): AsyncGenerator<string>; close(): void } {
  const reader = createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  // Iterated from the start, because readline drops lines that arrive before there is an iterator.
  const incoming = reader[Symbol.asyncIterator]();
  const ask = () => prompting && io.stdout.write('> ');
  return {
    async *lines() {
      ask();
      for await (const line of incoming) {
        yield line;
        ask();
      }
    },
    close: () => reader.close(),
  };
}

/** Handles signals that would end the process at once; the result restores the former handlers. */
function onSignals(stop: () => void): () => void {
  const before = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    for (const listener of before) process.on('SIGINT', listener);
  };
}
