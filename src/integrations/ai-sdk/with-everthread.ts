/**
 * Wraps a language model of the AI SDK, so that its conversations never outgrow the window and nothing is forgotten
 * (R-57):
 *
 *   const model = withEverthread({ model: anthropic('claude-sonnet-4-6'), everthread });
 *
 * Use it like any other model, in one of two ways.
 *
 * With the whole conversation, which may grow without limit:
 *
 *   await generateText({ model, messages });
 *
 * Messages sent before are recognized and not stored again. A client that edits its last message or asks again takes
 * back the messages after it; see record-prompt.ts. The thread is the `threadId` of the model or of the call, or is
 * found by the messages; see locate.ts.
 *
 * With only the newest message; the thread holds the rest:
 *
 *   await generateText({ model, prompt: 'And in Vienna?', providerOptions: {
 *     everthread: { threadId: 'journey', mode: 'append' },
 *   } });
 *
 * Tool results after which the SDK makes no further call (`stopWhen`) never reach a model, so they are stored only when
 * the next call brings them.
 *
 * Tools, tool loops, streaming, structured output and aborts work as usual. The instructions of a call are sent but not
 * stored. If nothing has to be left out, the prompt goes to the model unchanged. The text of an interrupted answer is
 * kept and marked in `providerOptions.everthread.interrupted`. Errors of the provider reach the caller unchanged.
 */
import type { LanguageModel } from 'ai';
import { invalidOption, missingDependency } from '../../errors.ts';
import { readGiven } from '../../input/foreign-values.ts';
import type { CallOptions, GenerateResult, Middleware, Model, StreamResult } from './model-types.ts';
import { checkModelOptions, type EverthreadModelOptions, readModelOptions } from './options.ts';
import { createPrepareCall, type PrepareCall } from './prepare-call.ts';
import { interruptedReply, replyMessage } from './reply.ts';
import { watchStream } from './watch-stream.ts';

/** Models of earlier interface versions are accepted too. */
export type WrappableModel = Exclude<LanguageModel, string>;

export function withEverthread(rawOptions: EverthreadModelOptions & { model: WrappableModel }): Model {
  const { model, ...options } = readModelOptions(rawOptions);
  checkModelOptions(options);
  if (!isModel(model)) {
    throw invalidOption(
      'model',
      "a language model of the AI SDK, such as anthropic('…') or gateway('…')",
      model,
    );
  }
  const prepare = createPrepareCall(options);
  let current: Promise<Model> | undefined;
  const currentModel = (): Promise<Model> => {
    current ??= model.specificationVersion === 'v4' ? Promise.resolve(model) : modernized(model);
    return current;
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: async (params) => generate(prepare, await currentModel(), params),
    doStream: async (params) => stream(prepare, await currentModel(), params),
  };
}

/** The same as middleware for `wrapLanguageModel({ model, middleware })`. Put it first if there are several. */
export function everthreadMiddleware(rawOptions: EverthreadModelOptions): Middleware {
  const options = readModelOptions(rawOptions);
  checkModelOptions(options);
  const prepare = createPrepareCall(options);
  return {
    specificationVersion: 'v4',
    wrapGenerate: ({ params, model }) => generate(prepare, model, params),
    wrapStream: ({ params, model }) => stream(prepare, model, params),
  };
}

function isModel(model: unknown): boolean {
  return readGiven(
    'model',
    () => typeof (model as { doGenerate?: unknown } | null | undefined)?.doGenerate === 'function',
  );
}

async function generate(prepare: PrepareCall, model: Model, params: CallOptions): Promise<GenerateResult> {
  const call = await prepare(params, model);
  let result: GenerateResult;
  try {
    result = await model.doGenerate(call.params);
  } catch (error) {
    await call.finish({});
    throw error;
  }
  const { content, finishReason, usage } = result;
  const isBroken = finishReason.unified === 'error' || finishReason.unified === 'interrupted';
  const reply = isBroken ? interruptedReply(content, 'error') : replyMessage(content);
  await call.finish({ reply, usage });
  return result;
}

async function stream(prepare: PrepareCall, model: Model, params: CallOptions): Promise<StreamResult> {
  const call = await prepare(params, model);
  let result: StreamResult;
  try {
    result = await model.doStream(call.params);
  } catch (error) {
    await call.finish({});
    throw error;
  }
  return { ...result, stream: watchStream(result.stream, { call, signal: params.abortSignal }) };
}

async function modernized(model: Exclude<WrappableModel, Model>): Promise<Model> {
  try {
    const { wrapLanguageModel } = await import('ai');
    return wrapLanguageModel({ model, middleware: [] }) as Model;
  } catch (cause) {
    const needs = `A model of interface ${model.specificationVersion} needs version 7 of the package "ai"`;
    throw missingDependency({ field: 'model', needs, packages: 'ai', cause });
  }
}
