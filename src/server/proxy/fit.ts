/**
 * Decides whether a request is sent unchanged, or with its messages replaced by a context (R-60, I-3). It stays
 * unchanged while everything fits. Only a request that does not fit waits for a running compaction, at most `waitMs`;
 * after that it gets excerpts of messages that no summary covers yet.
 */
import type { Context } from '../../context/render.ts';
import { openingText } from '../../context/text.ts';
import type { Everthread } from '../../everthread.ts';
import { composeContent, isUnchanged } from '../../integrations/resent/compose-content.ts';
import type { RequestCounter } from '../../integrations/resent/request-tokens.ts';
import { type MessageContent, textOf } from '../../message/message.ts';
import type { Runtime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { resolveBudget } from '../../tokens/windows.ts';
import type { ProxyRequest, Replacement } from './dialects/dialect.ts';

export type FitPorts = {
  everthread: Everthread;
  counter: TokenCounter;
  requestTokens: RequestCounter;
  runtime: Pick<Runtime, 'sleep'>;
};

/** Counts are in the model's tokens. `replacement` is sent instead of the request's own messages. */
export type Fitted = { before: number; after: number; replacement?: Replacement };

/** Token estimates may be some percent too low. */
const slack = 1.1;
/** Content that takes tokens beyond its bytes in the request, such as images and files. */
const remote =
  /"(?:image_url|input_image|input_file|file_id|file_url|document|image|file|container_upload)"/u;

/** Tokens left for input after the answer's share. */
export function inputTokens({ outputTokens }: ProxyRequest, windowTokens: number): number {
  return windowTokens - (outputTokens ?? resolveBudget({ tokens: windowTokens }).responseTokens);
}

/** A text never has more tokens than bytes. */
export function surelyFits(bytes: number, body: string, available: number): boolean {
  return bytes <= available && !remote.test(body);
}

/** Tokens of instructions, tools and schema, in reference tokens. */
export function fixedTokens({ counter, requestTokens }: FitPorts, request: ProxyRequest): number {
  const { system, tools, schema } = request;
  const systemTokens = system.reduce((sum, message) => sum + counter.message(message), 0);
  return systemTokens + requestTokens({ tools, ...(schema !== undefined && { schema }) });
}

export async function fitRequest(options: {
  ports: FitPorts;
  thread: Thread;
  request: ProxyRequest;
  /** Whether the request holds the whole conversation. */
  sendsAll: boolean;
  windowTokens: number;
  waitMs: number;
  signal: AbortSignal;
}): Promise<Fitted> {
  const { ports, thread, request, sendsAll, windowTokens, waitMs, signal } = options;
  const { model } = request;
  const requestFixedTokens = fixedTokens(ports, request);
  const available = inputTokens(request, windowTokens);
  const { tokens: before } = await thread.measure({ model, besides: requestFixedTokens });
  const { coveredTo } = await thread.state();
  // A provider that keeps the conversation has all of it.
  const isThere = sendsAll || request.previousId !== undefined;
  if (isThere && coveredTo === 0 && before * slack <= available) {
    await thread.measure({ model, besides: requestFixedTokens, sent: true });
    return { before, after: before };
  }
  const { conversation } = request;
  const context = await askInTime({ ports, thread, waitMs, signal, ask });
  const after = context.tokens + (context.budget.requestTokens ?? 0);
  if (sendsAll && isUnchanged({ context, conversation })) return { before, after };
  const composed = composeContent({ context, conversation });
  const waiting = waitingMessages(request, composed.waitingFrom);
  const content = [...composed.context.content, ...waiting];
  return { before, after, replacement: replacementOf(request, { ...composed.context, content }) };

  async function ask(): Promise<Context> {
    const { settings } = await thread.state();
    const system = systemText(request);
    const opening = ports.counter.message({ role: 'user', parts: [{ type: 'text', text: openingText }] });
    const tools = ports.requestTokens({
      tools: request.tools,
      ...(request.schema !== undefined && { schema: request.schema }),
    });
    return thread.context({
      model,
      ...(system.trim() !== '' && { system }),
      ...budgetFor({ windowTokens, available, own: settings.budgetTokens }),
      reserve: { requestTokens: tools + opening, responseTokens: windowTokens - available },
    });
  }
}

/**
 * Uses the thread's own budget if the answer leaves at least half of it for input. A longer answer gets its room
 * through a smaller budget.
 */
function budgetFor(options: { windowTokens: number; available: number; own: number | undefined }) {
  const { windowTokens, available, own } = options;
  const isOwn = own === windowTokens && available >= windowTokens / 2;
  return isOwn ? {} : { budget: { tokens: Math.min(windowTokens, 2 * Math.max(available, 100)) } };
}

/** Asks again after every compaction, until the context shows everything, the time is over, or a compaction failed. */
async function askInTime(options: {
  ports: FitPorts;
  thread: Thread;
  waitMs: number;
  signal: AbortSignal;
  ask(): Promise<Context>;
}): Promise<Context> {
  const { ports, thread, waitMs, signal, ask } = options;
  const over = new AbortController();
  let ended: 'committed' | 'failed' | undefined;
  let tell = (): void => undefined;
  const stop = ports.everthread.on('compaction-ended', ({ threadId, outcome }) => {
    if (threadId !== thread.id) return;
    ended = outcome;
    tell();
  });
  try {
    let context = await ask();
    if (!context.forced || waitMs === 0) return context;
    const timeout = ports.runtime
      .sleep(waitMs, AbortSignal.any([signal, over.signal]))
      .then(() => 'over' as const)
      .catch(() => 'over' as const);
    while (context.forced) {
      const next =
        ended === undefined
          ? await Promise.race([
              timeout,
              new Promise<'ended'>((resolve) => {
                tell = () => resolve('ended');
              }),
            ])
          : 'ended';
      if (next === 'over') return context;
      const outcome = ended;
      ended = undefined;
      context = await ask();
      if (outcome === 'failed') return context;
    }
    return context;
  } finally {
    stop();
    over.abort();
  }
}

function systemText({ system }: ProxyRequest): string {
  return system.map(({ parts }) => textOf(parts)).join('\n\n');
}

/** Keeps the request's own instructions first and unchanged. */
function replacementOf(request: ProxyRequest, context: Context): Replacement {
  const [first] = context.content;
  const own = systemText(request);
  const ownFirst = own.trim() !== '' && first?.role === 'system' && textOf(first.parts) === own;
  if (!ownFirst) return { context, system: [] };
  return {
    system: request.system,
    context: {
      ...context,
      content: context.content.slice(1),
      contentTokens: context.contentTokens.slice(1),
      spoken: context.spoken.slice(1),
      boundaries: context.boundaries.map((end) => Math.max(0, end - 1)),
      stable: Math.max(0, context.stable - 1),
    },
  };
}

function waitingMessages({ conversation }: ProxyRequest, from: number | undefined): MessageContent[] {
  const messages: MessageContent[] = [];
  for (let index = from ?? conversation.length; index < conversation.length; index += 1)
    messages.push(conversation.contentAt(index));
  return messages;
}
