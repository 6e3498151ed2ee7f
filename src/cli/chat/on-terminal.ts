/**
 * The chat on a terminal. The prompt stands first; everything else is loaded while one types. What happens meanwhile,
 * a compaction for example, is told above the prompt, or after the reply that is being written.
 */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Io } from '../io.ts';
import type { Chat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';
import { openPrompt } from './editor/prompt.ts';
import { processTerminal } from './editor/terminal.ts';
import type { ReplyWriter } from './reply-writer.ts';

const eraseLine = '\r\u001b[K';

/** Resolves to the message of a command line that holds one: then it is no conversation but a question. */
export async function chatOnTerminal(args: readonly string[], io: Io): Promise<string | undefined> {
  const ascii = !speaksUtf8(io.env);
  const terminal = processTerminal({
    input: io.stdin as ReadStream,
    output: io.stdout as WriteStream,
    colour: io.colour,
    ascii,
    env: io.env,
  });
  const ended = Promise.withResolvers<string | undefined>();
  const loaded = Promise.withResolvers<{ chat: Chat; parts: Parts }>();
  loaded.promise.catch(() => undefined);
  let chat: Chat | undefined;
  let busy: AbortController | undefined;
  let writer: ReplyWriter | undefined;
  let waitingSign = false;
  /** Whether a reply is asked for of which nothing has come. */
  let asking = false;
  /** Told when the reply is over. */
  let later: ChatEvent[] = [];

  const prompt = openPrompt(terminal, {
    submit: (line) => void handle(line).catch(ended.reject),
    interrupt: () => busy?.abort(),
    end: () => ended.resolve(undefined),
    async complete(text) {
      const { chat, parts } = await loaded.promise;
      return parts.slash.completeSlashCommand(chat, text);
    },
    history: () => chat?.inputs.entries() ?? [],
  });
  prompt.show();
  const leaveQuietly = () => ended.resolve(undefined);
  process.once('SIGTERM', leaveQuietly);
  process.once('SIGHUP', leaveQuietly);

  async function handle(line: string): Promise<void> {
    const control = new AbortController();
    busy = control;
    const { chat, parts } = await loaded.promise;
    if (chat.question === undefined) await chat.inputs.add(line);
    const leave = await parts.handleLine(chat, line, control.signal);
    busy = undefined;
    clearWaiting();
    for (const event of later) show(event, parts);
    later = [];
    if (leave) ended.resolve(undefined);
    else prompt.show();
  }

  function onEvent(event: ChatEvent, parts: Parts): void {
    switch (event.type) {
      case 'message':
        return;
      case 'asking':
        // Until the first word comes, one sees that something is on its way.
        asking = true;
        sign(ascii ? '...' : '…');
        return;
      case 'summarizing':
        showSummarizing(event.active);
        return;
      case 'text':
        asking = false;
        clearWaiting();
        writer ??= parts.createReplyWriter({ output: terminal, columns: () => terminal.columns });
        writer.write(event.text);
        return;
      case 'trouble':
      case 'compaction':
        if (busy === undefined) show(event, parts);
        else later.push(event);
        return;
      case 'reply':
        asking = false;
        writer?.end();
        writer = undefined;
        show(event, parts);
        if (event.end === 'complete') terminal.write('\n');
        return;
      default:
        show(event, parts);
    }
  }

  function show(event: ChatEvent, parts: Parts): void {
    if (event.type === 'text' || event.type === 'message' || event.type === 'asking') return;
    if (event.type === 'summarizing') return;
    clearWaiting();
    const text = parts.renderEvent(event, parts.viewOf(io));
    // Notices stand close together, everything else is set apart by a line.
    if (text !== '')
      prompt.print(['compaction', 'waiting', 'trouble'].includes(event.type) ? text : `${text}\n`);
  }

  /** Above the prompt, or where a reply will stand; a reply that is being written is left alone. */
  function showSummarizing(active: boolean): void {
    const text = ascii ? 'Summarizing...' : 'Summarizing…';
    prompt.status(active ? text : undefined);
    if (busy === undefined || writer !== undefined) return;
    clearWaiting();
    if (active) sign(text);
    else if (asking) sign(ascii ? '...' : '…');
  }

  function sign(text: string): void {
    clearWaiting();
    waitingSign = true;
    terminal.write(text);
  }

  function clearWaiting(): void {
    if (waitingSign) terminal.write(eraseLine);
    waitingSign = false;
  }

  async function load(): Promise<void> {
    const { flags, message, silenceMs, owner } = (await import('./arguments.ts')).readArguments(args);
    if (message !== undefined) {
      ended.resolve(message);
      return;
    }
    const [{ resolveSettings }, chats, parts] = await Promise.all([
      import('../config/settings.ts'),
      import('./chat.ts'),
      loadParts(),
    ]);
    const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
    chat = await chats.openChat({
      settings,
      view: () => parts.viewOf(io),
      emit: (event) => onEvent(event, parts),
      keepInputs: true,
      canAsk: true,
      silenceMs,
      owner,
    });
    await chats.announceThread(chat, { first: true });
    loaded.resolve({ chat, parts });
  }

  // The prompt is drawn before the first heavy module is asked for.
  setImmediate(() => {
    load().catch((error) => {
      loaded.reject(error);
      ended.reject(error);
    });
  });
  try {
    return await ended.promise;
  } finally {
    process.off('SIGTERM', leaveQuietly);
    process.off('SIGHUP', leaveQuietly);
    busy?.abort();
    prompt.close();
    await chat?.session.close();
  }
}

type Parts = {
  slash: typeof import('./slash-commands.ts');
  handleLine: typeof import('./handle-line.ts').handleLine;
  renderEvent: typeof import('./render-event.ts').renderEvent;
  createReplyWriter: typeof import('./reply-writer.ts').createReplyWriter;
  viewOf: typeof import('../views/view.ts').viewOf;
};

async function loadParts(): Promise<Parts> {
  const [slash, { handleLine }, { renderEvent }, { createReplyWriter }, { viewOf }] = await Promise.all([
    import('./slash-commands.ts'),
    import('./handle-line.ts'),
    import('./render-event.ts'),
    import('./reply-writer.ts'),
    import('../views/view.ts'),
  ]);
  return { slash, handleLine, renderEvent, createReplyWriter, viewOf };
}

/** As in views/view.ts, which is loaded later. */
function speaksUtf8(env: Io['env']): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === '' || /utf-?8/iu.test(locale);
}
