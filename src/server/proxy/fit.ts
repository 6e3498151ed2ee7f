/**
 * Whether a request goes as it came, or with its messages replaced by a context (R-60, I-3). As it came while everything
 * fits. Only a request that would not fit waits for a compaction that is under way, and no longer than it is told to:
 * then it gets excerpts of what no summary covers yet.
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

/** Tokens of the model. `replacement`: what is sent instead of the request's own messages. */
export type Fitted = { before: number; after: number; replacement?: Replacement };

/** Estimates may be off by some percent. */
const slack = 1.1;
/** Things that take tokens without taking bytes of the request. */
const remote =
  /"(?:image_url|input_image|input_file|file_id|file_url|document|image|file|container_upload)"/u;

/** What is left for input when the answer has its room. */
export function inputTokens({ outputTokens }: ProxyRequest, windowTokens: number): number {
  return windowTokens - (outputTokens ?? resolveBudget({ tokens: windowTokens }).responseTokens);
}

/** No text has more tokens than bytes. */
export function surelyFits(bytes: number, body: string, available: number): boolean {
  return bytes <= available && !remote.test(body);
}

/** Of instructions, tools and schema, in reference tokens. */
export function fixedTokens({ counter, requestTokens }: FitPorts, request: ProxyRequest): number {
  const { system, tools, schema } = request;
  const said = system.reduce((sum, message) => sum + counter.message(message), 0);
  return said + requestTokens({ tools, ...(schema !== undefined && { schema }) });
}

export async function fitRequest(options: {
  ports: FitPorts;
  thread: Thread;
  request: ProxyRequest;
  /** The request holds the whole conversation. */
  sendsAll: boolean;
  windowTokens: number;
  waitMs: number;
  signal: AbortSignal;
}): Promise<Fitted> {
  const { ports, thread, request, sendsAll, windowTokens, waitMs, signal } = options;
  const { model } = request;
  const besides = fixedTokens(ports, request);
  const available = inputTokens(request, windowTokens);
  const { tokens: before } = await thread.measure({ model, besides });
  const { coveredTo } = await thread.state();
  // Where the provider keeps what came before, it has it whole.
  const isThere = sendsAll || request.previousId !== undefined;
  if (isThere && coveredTo === 0 && before * slack <= available) {
    await thread.measure({ model, besides, sent: true });
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
 * The thread's own budget, where the answer leaves half of it to the rest; a longer answer is kept room for by asking for
 * a smaller one.
 */
function budgetFor(options: { windowTokens: number; available: number; own: number | undefined }) {
  const { windowTokens, available, own } = options;
  const isOwn = own === windowTokens && available >= windowTokens / 2;
  return isOwn ? {} : { budget: { tokens: Math.min(windowTokens, 2 * Math.max(available, 100)) } };
}

/** Asks again after every compaction, until the context shows everything, the time is over, or one has failed. */
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

/** The request's own instructions stand first as they came. */
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
