/** Options of the integration: for all calls of a model, and for one call through `providerOptions.everthread`. */

import { invalidInput, invalidOption } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { readGiven, snapshot } from '../../input/foreign-values.ts';
import { refuseUnknown, refuseUnknownInput } from '../../input/member-checks.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { type BudgetOption, resolveBudget } from '../../tokens/windows.ts';
import type { ContextOptions } from '../../turn/context-options.ts';
import { checkThreadId } from '../../turn/prepare-messages.ts';
import type { PromptMode } from '../resent/align-thread.ts';
import type { CallOptions, PromptMessage } from './model-types.ts';

/** Additional content of a context besides the conversation. */
export type ContextAdditions = Pick<ContextOptions, 'profile' | 'pinned' | 'resources' | 'query' | 'recall'>;

export type EverthreadModelOptions = {
  everthread: Pick<Everthread, 'thread' | 'deleteThread' | 'observeUsage'>;
  /** Thread for calls that name none. Default: found by the messages (see locate.ts). */
  threadId?: string;
  /**
   * `history`: calls bring the conversation as the client has it. `append`: calls bring new messages only and the
   * thread holds the rest; needs a thread id. Default: `history`.
   */
  mode?: PromptMode;
  /** Becomes the budget of threads that have none of their own. Default: the thread's own budget. */
  budget?: BudgetOption;
  /** Profile, rules, resources and so on: one value for all calls, or a function that is called before each. */
  context?:
    | ContextAdditions
    | ((call: {
        threadId: string;
        messages: readonly PromptMessage[];
      }) => ContextAdditions | Promise<ContextAdditions>);
  /** Called for failures that do not fail a call. Default: a process warning. */
  onProblem?: (problem: Problem) => void;
  /** The counter given to `createEverthread`, if there was one. */
  tokenCounter?: TokenCounter;
};

export type Problem = {
  threadId: string | undefined;
  error: unknown;
  /** The consequence of the failure, in words. */
  consequence: string;
};

/** `providerOptions: { everthread: { threadId, mode } }` */
export type EverthreadCallOptions = { threadId?: string; mode?: PromptMode };

const optionNames = ['everthread', 'threadId', 'mode', 'budget', 'context', 'onProblem', 'tokenCounter'];
const modes = "'history' or 'append'";

/** Reads the options once. The additions to contexts may change between calls, so those are read with each call. */
export function readModelOptions<Options extends EverthreadModelOptions>(rawOptions: Options): Options {
  if (typeof rawOptions !== 'object' || rawOptions === null)
    throw invalidOption('options', 'an object', rawOptions);
  return snapshot(rawOptions, 'options', ['model', 'everthread', 'tokenCounter', 'context']);
}

export function checkModelOptions(options: EverthreadModelOptions): void {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', 'an object', options);
  refuseUnknown('', options, ['model', ...optionNames]);
  const { everthread, threadId, mode, budget, context, onProblem } = options;
  if (!readGiven('everthread', () => typeof everthread?.thread === 'function'))
    throw invalidOption('everthread', 'what createEverthread returns', everthread);
  if (threadId !== undefined) checkThreadId(threadId);
  if (mode !== undefined && !isMode(mode)) throw invalidOption('mode', modes, mode);
  if (budget !== undefined) resolveBudget(budget);
  if (context !== undefined && typeof context !== 'function' && typeof context !== 'object')
    throw invalidOption('context', 'an object, or a function that returns one', context);
  if (onProblem !== undefined && typeof onProblem !== 'function')
    throw invalidOption('onProblem', 'a function', onProblem);
}

/** Reads thread and mode of one call, and removes Everthread's own options from what the provider gets. */
export function readCallOptions(
  params: CallOptions,
  { threadId, mode = 'history' }: EverthreadModelOptions,
): { threadId: string | undefined; mode: PromptMode; params: CallOptions } {
  const { everthread: own, ...others } = params.providerOptions ?? {};
  if (own === undefined) return checked({ threadId, mode, params });
  const field = 'providerOptions.everthread';
  if (typeof own !== 'object' || own === null) throw invalidInput(field, 'an object', own);
  refuseUnknownInput(`${field}.`, own, ['threadId', 'mode']);
  if (own.mode !== undefined && !isMode(own.mode)) throw invalidInput(`${field}.mode`, modes, own.mode);
  if (own.threadId !== undefined) checkThreadId(own.threadId, `${field}.threadId`);
  const { providerOptions: _all, ...rest } = params;
  return checked({
    threadId: (own.threadId as string | undefined) ?? threadId,
    mode: own.mode ?? mode,
    params: Object.keys(others).length === 0 ? rest : { ...rest, providerOptions: others },
  });
}

function checked<Call extends { threadId: string | undefined; mode: PromptMode }>(call: Call): Call {
  if (call.mode === 'append' && call.threadId === undefined) {
    throw invalidInput(
      'providerOptions.everthread.threadId',
      "the id of the thread where mode is 'append'",
      undefined,
    );
  }
  return call;
}

function isMode(mode: unknown): mode is PromptMode {
  return mode === 'history' || mode === 'append';
}
