/**
 * The chat on a terminal. The prompt is shown first; everything else is loaded while the user types. Events in the
 * background, such as a compaction, appear above the prompt, or after the reply that is being written.
 */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Io } from '../io.ts';
import { speaksUtf8 } from '../terminal/style.ts';
import type { Chat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';
import { openPrompt } from './editor/prompt.ts';
import { processTerminal } from './editor/terminal.ts';
import type { ReplyScreen } from './reply-screen.ts';

/** Resolves to the message if the command line holds one, which the caller then answers; else when the chat ends. */
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
  let screen: ReplyScreen | undefined;
  /** Whether a reply is on its way. */
  let asking = false;
  /** Notices to show when the reply is over. */
  let later: ChatEvent[] = [];
  /** Output too tall for the screen, shown in a pager when the command is done. */
  let pages: string[] = [];

  const prompt = openPrompt(terminal, {
    submit: (line) => void handle(line).catch(ended.reject),
    interrupt: () => busy?.abort(),
    end: () => ended.resolve(undefined),
    async complete(text) {
      const { chat, parts } = await loaded.promise;
      return parts.slash.completeSlashCommand(chat, text);
    },
    history: () => chat?.inputs.entries() ?? [],
    edit: (text) => prompt.lend(() => editText(text)),
  });
  prompt.show();
  const leaveQuietly = () => ended.resolve(undefined);
  process.once('SIGTERM', leaveQuietly);
  process.once('SIGHUP', leaveQuietly);

  async function handle(line: string, { typed = true } = {}): Promise<void> {
    const control = new AbortController();
    busy = control;
    const { chat, parts } = await loaded.promise;
    if (typed && chat.question === undefined) await chat.inputs.add(line);
    const leave = await parts.handleLine(chat, line, control.signal);
    busy = undefined;
    screen?.clear();
    for (const text of pages) {
      await prompt.lend(() => parts.showPages(text, io));
      terminal.write('\n');
    }
    pages = [];
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
        asking = true;
        screen?.asking();
        return;
      case 'summarizing':
        showSummarizing(event.active);
        return;
      case 'text':
        screen?.text(event.text);
        return;
      case 'waiting':
        screen?.around(() => prompt.print(parts.renderEvent(event, parts.viewOf(io))));
        return;
      case 'trouble':
      case 'compaction':
        if (busy === undefined) show(event, parts);
        else later.push(event);
        return;
      case 'reply':
        asking = false;
        show(event, parts);
        return;
      default:
        show(event, parts);
    }
  }

  function show(event: ChatEvent, parts: Parts): void {
    if (event.type === 'text' || event.type === 'message' || event.type === 'asking') return;
    if (event.type === 'summarizing') return;
    screen?.clear();
    const text = parts.renderEvent(event, parts.viewOf(io));
    if (event.type === 'command' && event.long === true && parts.needsPager(text, io)) {
      pages.push(text);
      return;
    }
    // Notices follow each other directly; everything else has an empty line after it.
    if (text !== '') prompt.print(['compaction', 'trouble'].includes(event.type) ? text : `${text}\n`);
  }

  /** Shown above the prompt, or where the reply will appear. */
  function showSummarizing(active: boolean): void {
    const text = ascii ? 'Summarizing...' : 'Summarizing…';
    prompt.status(active ? text : undefined);
    if (busy === undefined) return;
    if (active || asking) screen?.notice(active ? text : undefined);
    else screen?.clear();
  }

  async function editText(text: string): Promise<string | undefined> {
    return (await import('../external-editor.ts')).editText(text, io.env);
  }

  async function load(): Promise<void> {
    const { flags, message, pick, silenceMs, owner } = (await import('./arguments.ts')).readArguments(args);
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
    const view = () => parts.viewOf(io);
    screen = parts.createReplyScreen({ output: terminal, view, now: Date.now });
    chat = await chats.openChat({
      settings,
      view,
      emit: (event) => onEvent(event, parts),
      written: screen.finish,
      keepInputs: true,
      canAsk: true,
      terminal: {
        choose: prompt.choose,
        async edit(text) {
          const saved = await prompt.lend(() => editText(text));
          if (saved !== undefined) prompt.put(saved);
          return saved !== undefined;
        },
        copy: (text) => terminal.write(clipboard(text)),
      },
      silenceMs,
      owner,
    });
    await chats.announceThread(chat, { first: true });
    loaded.resolve({ chat, parts });
    if (pick) {
      prompt.hide();
      await handle('/thread', { typed: false });
    }
  }

  // The prompt is drawn before the first heavy module is loaded.
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
    await chat?.opened.close();
  }
}

type Parts = {
  slash: typeof import('./slash-commands.ts');
  handleLine: typeof import('./handle-line.ts').handleLine;
  renderEvent: typeof import('./render-event.ts').renderEvent;
  createReplyScreen: typeof import('./reply-screen.ts').createReplyScreen;
  viewOf: typeof import('../views/view.ts').viewOf;
  needsPager: typeof import('../pager.ts').needsPager;
  showPages: typeof import('../pager.ts').showPages;
};

async function loadParts(): Promise<Parts> {
  const [slash, { handleLine }, { renderEvent }, { createReplyScreen }, { viewOf }, pager] =
    await Promise.all([
      import('./slash-commands.ts'),
      import('./handle-line.ts'),
      import('./render-event.ts'),
      import('./reply-screen.ts'),
      import('../views/view.ts'),
      import('../pager.ts'),
    ]);
  return { slash, handleLine, renderEvent, createReplyScreen, viewOf, ...pager };
}

/** The sequence that puts text into the clipboard of the user's own machine, also over SSH (OSC 52). */
function clipboard(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
}
