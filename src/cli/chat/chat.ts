/** A chat: its current thread, its responder, and where its events go. The terminal and the pipe share it. */
import { basename, dirname, join } from 'node:path';
import { systemRuntime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import { type ChosenProvider, chooseProvider, ollamaRoot } from '../models/choose-provider.ts';
import { budgetFor, currentThreadId, type OpenedEverthread, openEverthread } from '../open-everthread.ts';
import { onSummarizerTrouble } from '../summarizer-trouble.ts';
import type { View } from '../views/view.ts';
import type { ChatEvent } from './chat-event.ts';
import type { Choice } from './editor/chooser.ts';
import { type InputHistory, openInputHistory } from './editor/input-history.ts';
import type { Responder } from './responder.ts';
import type { SlashResult } from './slash-command.ts';

export type Chat = {
  readonly opened: OpenedEverthread;
  /** Lines typed in this chat and in earlier ones. */
  readonly inputs: InputHistory;
  thread: Thread;
  responder: Responder;
  /** How long a model may be silent. */
  readonly silenceMs: number;
  /** Owner of the threads that are opened; undefined opens threads of any owner. */
  readonly owner: string | undefined;
  /** Whether a person can be asked to confirm something. */
  readonly canAsk: boolean;
  /** A confirmation that waits for its answer, which is the next line. */
  question?: PendingQuestion | undefined;
  /** Features that need a terminal; undefined without one. */
  readonly terminal?: ChatTerminal | undefined;
  view(): View;
  emit(event: ChatEvent): void;
  now(): number;
  /** Resolves when all text of the reply so far is on the screen. */
  written(): Promise<void>;
};

export type ChatTerminal = {
  /** Index of the chosen entry; undefined if none was chosen. */
  choose(options: { title: string; choices: readonly Choice[] }): Promise<number | undefined>;
  /** Opens the user's editor and puts the saved text on the input line. False if the editor failed. */
  edit(text: string): Promise<boolean>;
  copy(text: string): void;
};

export type PendingQuestion = {
  /** The command that asks. */
  command: string;
  yes(): Promise<SlashResult>;
  no(): Promise<SlashResult>;
};

const firstThread = 'main';
/** A provider that sends nothing for this long counts as hanging. */
export const defaultSilenceMs = 90_000;
/** Says only where the model runs; everything about the thread comes with the context. */
const defaultSystem =
  'You are a helpful assistant in a terminal chat that shows Markdown. Answer briefly unless asked for more. Parts of this conversation may be shown to you as summaries or as recalled passages: they stand for what was really said.';

export async function openChat(options: {
  settings: ResolvedSettings;
  view(): View;
  emit(event: ChatEvent): void;
  written(): Promise<void>;
  /** Whether typed lines are saved for later chats. */
  keepInputs: boolean;
  canAsk: boolean;
  terminal?: ChatTerminal;
  silenceMs?: number | undefined;
  owner?: string | undefined;
}): Promise<Chat> {
  const {
    settings,
    view,
    emit,
    written,
    keepInputs,
    canAsk,
    terminal,
    silenceMs = defaultSilenceMs,
    owner,
  } = options;
  const [provider, inputs] = await Promise.all([
    findProvider(settings),
    openInputHistory(keepInputs ? historyPath(settings.values.database) : undefined),
  ]);
  const opened = await openEverthread({ settings, provider });
  try {
    const [thread, responder] = await Promise.all([
      currentThreadId(opened, owner).then((id = firstThreadOf(owner)) => openThread(opened, id, owner)),
      responderFor({ opened, choice: provider, silenceMs }),
    ]);
    const { now } = systemRuntime;
    const chat: Chat = {
      ...{ opened, inputs, thread, responder, silenceMs, owner, canAsk, terminal, view, emit, now, written },
    };
    opened.everthread.on('summarization', ({ threadId, receipt }) => {
      if (threadId === chat.thread.id && isAutomatic(receipt.trigger)) {
        chat.emit({ type: 'compaction', thread: threadId, receipt });
      }
    });
    reportSummarizing(chat);
    return chat;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Reports when a model begins and ends summarizing, and when the summarizer fails. */
function reportSummarizing(chat: Chat): void {
  const { everthread } = chat.opened;
  const working = new Set<string>();
  everthread.on('compaction-started', ({ threadId, model }) => {
    if (!model || threadId !== chat.thread.id) return;
    working.add(threadId);
    chat.emit({ type: 'summarizing', thread: threadId, active: true });
  });
  everthread.on('compaction-ended', ({ threadId }) => {
    if (working.delete(threadId)) chat.emit({ type: 'summarizing', thread: threadId, active: false });
  });
  onSummarizerTrouble(everthread, ({ threadId, text }) =>
    chat.emit({ type: 'trouble', thread: threadId, text }),
  );
}

/** Every owner gets a first thread of their own, so that owners do not share `main`. */
function firstThreadOf(owner: string | undefined): string {
  return owner === undefined ? firstThread : `${firstThread}-${owner}`;
}

function openThread(
  { everthread }: OpenedEverthread,
  id: string,
  owner: string | undefined,
): Promise<Thread> {
  return everthread.thread(id, owner === undefined ? {} : { owner });
}

/** Switches the chat to a thread and announces it. */
export async function enterThread(chat: Chat, id: string): Promise<void> {
  chat.thread = await openThread(chat.opened, id, chat.owner);
  await announceThread(chat, { first: false });
}

export async function announceThread(chat: Chat, { first }: { first: boolean }): Promise<void> {
  const { thread, responder, emit } = chat;
  const { messages, title = null } = await thread.state();
  let until: string | null = null;
  for await (const { createdAt } of thread.history({ newestFirst: true })) {
    until = createdAt;
    break;
  }
  const { model, provider } = responder;
  emit({ type: 'thread', first, thread: thread.id, title, messages, until, model, provider });
}

/** The responder for a provider. `switched`: the threads were opened for another provider, whose budget may differ. */
export async function responderFor(options: {
  opened: OpenedEverthread;
  choice: ChosenProvider;
  silenceMs: number;
  switched?: boolean;
}): Promise<Responder> {
  const { opened, choice, silenceMs, switched = false } = options;
  if (choice.provider === 'none') return (await import('./responders/recall.ts')).recallResponder();
  const { modelResponder } = await import('./responders/model.ts');
  const budget = switched ? await budgetFor(opened.settings, choice) : undefined;
  return modelResponder({
    everthread: opened.everthread,
    choice,
    system: opened.settings.values.system ?? defaultSystem,
    ...(budget === undefined ? {} : { budget }),
    runtime: systemRuntime,
    silenceMs,
  });
}

/** The provider from the settings. If they name none and have no key, a local Ollama is used if one runs. */
export async function findProvider(settings: ResolvedSettings): Promise<ChosenProvider> {
  const chosen = chooseProvider(settings);
  const { provider, model } = settings.values;
  if (chosen.provider !== 'none' || provider !== 'auto' || model !== undefined) return chosen;
  const { listOllamaModels } = await import('../models/ollama.ts');
  const root = ollamaRoot(settings.endpoints.ollama);
  const found = (await listOllamaModels(root))?.[0];
  if (found === undefined) return chosen;
  return {
    provider: 'ollama',
    model: found,
    summarizerModel: settings.values.summarizerModel ?? found,
    baseUrl: `${root}/v1`,
    apiKey: undefined,
    because: `an Ollama answers at ${root}`,
  };
}

function historyPath(database: string): string | undefined {
  if (database === ':memory:') return undefined;
  return join(dirname(database), `${basename(database)}.chat-history`);
}

function isAutomatic(trigger: string): boolean {
  return trigger !== 'manual' && trigger !== 'refresh';
}
