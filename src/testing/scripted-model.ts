/**
 * A language model for the AI SDK that answers from a script and records its calls. Without network or clock: the same
 * script gives the same answers.
 */
import type { LanguageModel } from 'ai';

type ModelV4 = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type CallOptions = Parameters<ModelV4['doGenerate']>[0];
type GenerateResult = Awaited<ReturnType<ModelV4['doGenerate']>>;
type StreamPart =
  Awaited<ReturnType<ModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** One call of the model. */
export type ScriptedCall = {
  /** Everything the model reads, system text first, as one string. */
  prompt: string;
  system: string;
  messages: CallOptions['prompt'];
  options: CallOptions;
  kind: 'generate' | 'stream';
};

/** An answer with usage or a finish reason. */
export type ScriptedReply = {
  text: string;
  inputTokens?: number;
  outputTokens?: number;
  finishReason?: GenerateResult['finishReason']['unified'];
};

/**
 * A text; a reply with usage; an Error to throw; `{ object }` to answer in JSON; `{ hang: true }` to wait until
 * aborted; `{ hang: 'deaf' }` to ignore even that; or a function of the call that returns one of these.
 */
export type ScriptedAnswer =
  | string
  | ScriptedReply
  | Error
  | { object: unknown }
  | { hang: true | 'deaf' }
  | ((call: ScriptedCall) => ScriptedAnswer | Promise<ScriptedAnswer>);

export type ScriptedModel = ModelV4 & { readonly calls: ScriptedCall[] };

export type ScriptedModelOptions = {
  /** A list is used up in order, and a call after its end fails; a single answer is given every time. */
  answers: ScriptedAnswer | readonly ScriptedAnswer[];
  modelId?: string;
  provider?: string;
};

export function scriptedModel({
  answers,
  modelId = 'scripted-model',
  provider = 'scripted',
}: ScriptedModelOptions): ScriptedModel {
  const calls: ScriptedCall[] = [];
  let used = 0;

  async function reply(options: CallOptions, kind: ScriptedCall['kind']): Promise<ScriptedReply> {
    const call = describeCall(options, kind);
    calls.push(call);
    let answer: ScriptedAnswer;
    if (Array.isArray(answers)) {
      if (used >= answers.length) {
        throw new Error(
          `The script of ${modelId} has ${answers.length} answers, and this is call ${used + 1}.`,
        );
      }
      answer = answers[used];
      used += 1;
    } else {
      answer = answers as ScriptedAnswer;
    }
    while (typeof answer === 'function') answer = await answer(call);
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'string') return { text: answer };
    if ('hang' in answer) return hang(answer.hang === 'deaf' ? undefined : options.abortSignal);
    if ('object' in answer) return { text: JSON.stringify(answer.object) };
    return answer;
  }

  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      const answer = await reply(options, 'generate');
      return {
        content: answer.text === '' ? [] : [{ type: 'text', text: answer.text }],
        finishReason: finishOf(answer),
        usage: usageOf(answer, calls.at(-1)!),
        warnings: [],
        response: { modelId },
      };
    },
    async doStream(options) {
      const answer = await reply(options, 'stream');
      const usage = usageOf(answer, calls.at(-1)!);
      const parts: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', modelId },
        { type: 'text-start', id: '1' },
        ...(answer.text.match(/\s*\S+\s*/gu) ?? []).map(
          (delta): StreamPart => ({ type: 'text-delta', id: '1', delta }),
        ),
        { type: 'text-end', id: '1' },
        { type: 'finish', usage, finishReason: finishOf(answer) },
      ];
      return { stream: ReadableStream.from(parts) as ReadableStream<StreamPart> };
    },
  };
}

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal === undefined) return;
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function describeCall(options: CallOptions, kind: ScriptedCall['kind']): ScriptedCall {
  const texts = options.prompt.map((message) => ({ role: message.role, text: textOf(message.content) }));
  const joinTexts = (messages: { text: string }[]) => messages.map(({ text }) => text).join('\n\n');
  return {
    prompt: joinTexts(texts),
    system: joinTexts(texts.filter(({ role }) => role === 'system')),
    messages: options.prompt,
    options,
    kind,
  };
}

function textOf(content: string | readonly { type: string }[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : JSON.stringify(part)))
    .join('\n');
}

/** If the script gives no figures, each word counts as a token: a rough figure, but the same in every run. */
function usageOf(answer: ScriptedReply, call: ScriptedCall): GenerateResult['usage'] {
  const input = answer.inputTokens ?? call.prompt.split(/\s+/u).length;
  const output = answer.outputTokens ?? answer.text.split(/\s+/u).length;
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function finishOf({ finishReason = 'stop' }: ScriptedReply): GenerateResult['finishReason'] {
  return { unified: finishReason, raw: finishReason };
}
