/**
 * A provider for tests. It answers with what a function returns, whole or as a stream, and checks every request as a
 * real provider would: whether it is valid and fits the window. It counts with the tokenizer itself and knows nothing
 * of contexts.
 */
import type { LanguageModel } from 'ai';
import { aiSdkProblems } from '../../../test/provider-problems.ts';
import { modelMessageProblems } from '../../../test/provider-rules.ts';
import { renderedTokens } from '../../../test/rendered-tokens.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';

export type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
export type Call = Parameters<Model['doGenerate']>[0];
export type Content = Awaited<ReturnType<Model['doGenerate']>>['content'][number];
type Finish = Awaited<ReturnType<Model['doGenerate']>>['finishReason']['unified'];
export type StreamPart =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

export type Answer =
  | string
  | Content[]
  | { content: Content[]; finish?: Finish; inputTokens?: number }
  /** Streams these parts, then ends, fails with an error, or hangs. */
  | { stream: StreamPart[]; ending: 'end' | 'error' | 'hang' };

export type Request = { call: Call; tokens: number; problems: string[]; kind: 'generate' | 'stream' };

export function scriptedProvider(
  answer: (request: Request, index: number) => Answer | Promise<Answer>,
  { modelId = 'gpt-4o-scripted' }: { modelId?: string } = {},
): Model & { readonly requests: Request[] } {
  const requests: Request[] = [];
  const ask = async (call: Call, kind: Request['kind']): Promise<Answer> => {
    call.abortSignal?.throwIfAborted();
    const request = { call, kind, tokens: requestTokens(call), problems: promptProblems(call.prompt) };
    requests.push(request);
    return answer(request, requests.length - 1);
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    requests,
    async doGenerate(call) {
      const given = whole(await ask(call, 'generate'));
      return { ...given, usage: usageOf(given.inputTokens ?? requests.at(-1)!.tokens), warnings: [] };
    },
    async doStream(call) {
      const given = await ask(call, 'stream');
      if (typeof given === 'object' && 'stream' in given) return { stream: broken(given, call.abortSignal) };
      const { content, finishReason, inputTokens } = whole(given);
      const usage = usageOf(inputTokens ?? requests.at(-1)!.tokens);
      const parts: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap(streamed),
        { type: 'finish', usage, finishReason },
      ];
      return { stream: ReadableStream.from(parts) as ReadableStream<StreamPart> };
    },
  };
}

function whole(answer: Answer) {
  if (typeof answer === 'object' && 'stream' in answer) throw new Error('Only a stream can break off.');
  const given =
    typeof answer === 'string'
      ? { content: [{ type: 'text', text: answer } satisfies Content] }
      : Array.isArray(answer)
        ? { content: answer }
        : answer;
  const calls = given.content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  const unified = ('finish' in given ? given.finish : undefined) ?? (calls ? 'tool-calls' : 'stop');
  const inputTokens = 'inputTokens' in given ? given.inputTokens : undefined;
  return { content: given.content, finishReason: { unified, raw: unified }, inputTokens };
}

function streamed(part: Content, index: number): StreamPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part as StreamPart];
  const id = String(index);
  const { type, text, providerMetadata } = part;
  const deltas = text.match(/[\s\S]{1,24}/gu) ?? [];
  return [
    { type: `${type}-start`, id },
    ...deltas.map((delta): StreamPart => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id, ...(providerMetadata && { providerMetadata }) },
  ];
}

function broken(
  { stream, ending }: { stream: StreamPart[]; ending: 'end' | 'error' | 'hang' },
  signal: AbortSignal | undefined,
): ReadableStream<StreamPart> {
  let next = 0;
  return new ReadableStream<StreamPart>({
    pull(controller) {
      if (next < stream.length) {
        controller.enqueue(stream[next]!);
        next += 1;
        return;
      }
      if (ending === 'end') return controller.close();
      if (ending === 'error') throw new Error('529 overloaded');
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  });
}

function usageOf(total: number) {
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 10, text: 10, reasoning: 0 },
  };
}

export function textsOf(call: Call, role: string): string[] {
  return call.prompt
    .filter((message) => message.role === role)
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    );
}

/** Reports problems of a prompt. Calls that the provider runs itself or that wait for approval need no result. */
function promptProblems(prompt: Call['prompt']): string[] {
  const problems = [...modelMessageProblems(prompt), ...aiSdkProblems(prompt)];
  const first = prompt.findIndex(({ role }) => role !== 'system');
  if (prompt.slice(first).some(({ role }) => role === 'system')) problems.push('system in the middle');
  if (prompt[first]?.role !== 'user') problems.push(`begins with ${prompt[first]?.role}`);
  return problems;
}

const count = renderedTokens();
const counter = createTokenCounter();
const counted = new Map<string, number>();

/** Tokens of a request: its messages in OpenAI's chat format, and its tools as JSON. */
export function requestTokens({ prompt, tools = [] }: Call): number {
  const definitions = tools.map((tool) => JSON.stringify(tool));
  const forTools = definitions.reduce((sum, text) => {
    if (!counted.has(text)) counted.set(text, counter.count(text));
    return sum + counted.get(text)!;
  }, 0);
  return count(prompt.flatMap(toChat)) + forTools;
}

function toChat(message: Call['prompt'][number]): object[] {
  if (message.role === 'system') return [message];
  if (message.role === 'tool') {
    return message.content.map((part) => ({
      role: 'tool',
      content: part.type === 'tool-result' ? outputText(part.output) : '',
    }));
  }
  const parts = message.content as { type: string; text?: string; toolName?: string; input?: unknown }[];
  const text = parts.map((part) => part.text ?? '').join('\n');
  const calls = parts
    .filter(({ type }) => type === 'tool-call')
    .map(({ toolName, input }) => ({ function: { name: toolName, arguments: JSON.stringify(input) } }));
  return [{ role: message.role, content: text, ...(calls.length > 0 && { tool_calls: calls }) }];
}

function outputText(output: { type: string; value?: unknown }): string {
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value ?? '');
}
