/** Summarizes messages that are in no store, for callers who want only this function. Never rejects. */

import { asEverthreadError, errorText } from './compaction/failures.ts';
import { withPaidResults } from './compaction/paid-results.ts';
import { withinTime } from './compaction/run.ts';
import { summarizeMessages } from './compaction/summarize-messages.ts';
import { checkWishes } from './compaction/wishes.ts';
import { createEngine } from './engine/create-engine.ts';
import { EverthreadError, invalidInput, isEverthreadError } from './errors.ts';
import { snapshot } from './input/foreign-values.ts';
import { refuseUnknownInput } from './input/member-checks.ts';
import { checkSignal } from './input/signals.ts';
import type { Noise } from './message/noise.ts';
import type { MessageInput } from './message/normalize.ts';
import { type EverthreadOptions, readOptions } from './options.ts';
import {
  type SummaryRecord,
  type SummaryShape,
  type SummaryWishes,
  summaryShapes,
} from './records/summary.ts';
import { isoTime, type Runtime, systemRuntime } from './runtime.ts';
import type { Store } from './store.ts';
import { memoryStore } from './stores/memory/memory.ts';
import { isSummarizerFailure, type Summarizer, type SummaryResult } from './summarizer.ts';
import type { TokenCounter } from './tokens/counter.ts';
import { prepareMessages } from './turn/prepare-messages.ts';

/** Stores results of the summarizer. A Map can be used as it is. */
export type SummaryCache = {
  get(key: string): SummaryResult | undefined | Promise<SummaryResult | undefined>;
  set(key: string, result: SummaryResult): unknown;
};

export type SummarizeOptions = SummaryWishes &
  Pick<EverthreadOptions, 'summarizer' | 'redaction' | 'tokenCounter' | 'keepRaw' | 'spend' | 'runtime'> & {
    /** In any provider's shape. */
    messages: readonly MessageInput[];
    /** The summary of what came before these messages: the record of an earlier call, or a text. Default: none. */
    previous?: string | SummaryRecord;
    /** Default: `plain`. */
    shape?: SummaryShape;
    /** Target length. Default: 200. */
    words?: number;
    /** Whether the built-in summarizer writes when the model fails. Default: false. */
    fallback?: boolean;
    /** Time for all calls of the model together. Default: 120,000. */
    timeoutMs?: number;
    /** Answers that were paid for. An equal request is answered from here. */
    cache?: SummaryCache;
    /** What is read of messages without content of their own. Default: `keep`. */
    noise?: Noise;
    signal?: AbortSignal;
  };

export type SummarizeResult =
  | { ok: true; record: SummaryRecord }
  | { ok: false; error: EverthreadError /** Whether the same call may succeed later. */; retryable: boolean };

/**
 * Values of the store, such as the salt of placeholders, that all calls in the process share. So a secret gets the same
 * placeholder in every call, and equal requests find their answer in the cache.
 */
const storeValues = new Map<string, string>();

function emptyStore(): Store {
  return {
    ...memoryStore(),
    readValue: async (key) => storeValues.get(key),
    writeValue: async (key, value) => {
      storeValues.set(key, value);
    },
  };
}

const threadId = 'conversation';
const defaultTimeoutMs = 120_000;

export async function summarizeConversation(callerOptions: SummarizeOptions): Promise<SummarizeResult> {
  let redact = (text: string): string => text;
  try {
    const options = readSummarizeOptions(callerOptions);
    const { messages, previous, shape = 'plain', words = 200, fallback = false } = options;
    const { focus, detail, timeoutMs = defaultTimeoutMs, cache } = options;
    const { signal = new AbortController().signal, runtime = systemRuntime } = options;
    const engine = createEngine({
      ...engineOptions(options),
      store: emptyStore(),
      runtime,
      emitter: {
        on: () => () => undefined,
        emit: () => undefined,
        onChange: () => undefined,
        isHeard: () => false,
      },
      ratioFor: () => 1,
    });
    redact = engine.redaction.redact;
    const { store, redaction } = engine;
    await redaction.load();
    await store.ensureThread({ threadId, now: runtime.now() });
    const prepared = await prepareMessages({ ...engine, input: messages, signal });
    await store.append({ threadId, messages: prepared, now: runtime.now() });
    const summarizer = withinTime(engine, timeoutMs);
    const record = await summarizeMessages({
      ports: engine,
      threadId,
      previous: typeof previous === 'string' ? textRecord(previous, engine) : previous,
      shape,
      words,
      wishes: {
        ...(focus === undefined ? {} : { focus: redact(focus.trim()) }),
        ...(detail === undefined ? {} : { detail }),
      },
      model: summarizer && cache ? withCache(summarizer, cache, runtime) : summarizer,
      fallback,
      signal,
    });
    return { ok: true, record };
  } catch (error) {
    return { ok: false, ...failureOf(error, redact) };
  }
}

const engineKeys = ['summarizer', 'redaction', 'tokenCounter', 'keepRaw', 'spend', 'runtime'] as const;
const summaryKeys = [
  ...['messages', 'previous', 'shape', 'words', 'fallback', 'timeoutMs', 'cache', 'signal'],
  ...['focus', 'detail', 'noise'],
];

function engineOptions(options: SummarizeOptions): EverthreadOptions {
  const engineEntries = engineKeys.flatMap((key) =>
    options[key] === undefined ? [] : [[key, options[key]]],
  );
  const { noise } = options;
  return readOptions({
    ...Object.fromEntries(engineEntries),
    ...(noise !== undefined && { compaction: { noise } }),
  });
}

function readSummarizeOptions(callerOptions: SummarizeOptions): SummarizeOptions {
  const uncopied = [...engineKeys, 'messages', 'cache', 'signal'];
  const options = snapshot(callerOptions, 'options', uncopied);
  if (typeof options !== 'object' || options === null) throw invalidInput('options', 'an object', options);
  const accepted: readonly string[] = [...engineKeys, ...summaryKeys];
  refuseUnknownInput('', options, accepted);
  if (!Array.isArray(options.messages)) {
    throw invalidInput('messages', 'an array of messages', options.messages);
  }
  const { previous, shape, words, fallback, timeoutMs, cache, signal, focus, detail } = options;
  checkWishes({ ...(focus === undefined ? {} : { focus }), ...(detail === undefined ? {} : { detail }) });
  checkSignal(signal);
  const isNonEmptyText = typeof previous === 'string' && previous.trim() !== '';
  if (
    previous !== undefined &&
    !isNonEmptyText &&
    typeof (previous as SummaryRecord | null)?.text !== 'string'
  ) {
    throw invalidInput('previous', 'a text, or the record of an earlier summary', previous);
  }
  if (shape !== undefined && !summaryShapes.includes(shape)) {
    throw invalidInput('shape', `one of ${summaryShapes.join(', ')}`, shape);
  }
  for (const [field, value] of Object.entries({ words, timeoutMs })) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1)) {
      throw invalidInput(field, 'a whole number of at least 1', value);
    }
  }
  if (fallback !== undefined && typeof fallback !== 'boolean') {
    throw invalidInput('fallback', 'true or false', fallback);
  }
  if (cache !== undefined && (typeof cache?.get !== 'function' || typeof cache.set !== 'function')) {
    throw invalidInput('cache', 'an object with get and set, such as a Map', cache);
  }
  return options;
}

function withCache(summarizer: Summarizer, cache: SummaryCache, runtime: Runtime): Summarizer {
  return withPaidResults(summarizer, {
    runtime,
    threadId,
    revision: () => 0,
    results: {
      async read({ key }) {
        const result = await cache.get(key);
        return result && { result, accounted: true };
      },
      write: async ({ key, result }) => {
        await cache.set(key, result);
      },
      drop: async () => undefined,
    },
  });
}

/** Makes a record of a text that the caller wrote, as the summary of a single message, which does not exist. */
function textRecord(
  text: string,
  { counter, runtime }: { counter: TokenCounter; runtime: Runtime },
): SummaryRecord {
  const tokens = counter.count(text);
  return {
    id: 'previous',
    threadId,
    status: 'live',
    from: 1,
    to: 1,
    messagesCovered: 1,
    startMessageId: '',
    endMessageId: '',
    level: 'summary',
    tier: 0,
    depth: 0,
    parentId: null,
    sourceIds: [],
    readFrom: null,
    readTo: null,
    sourceHash: '',
    shape: 'plain',
    text,
    tokens,
    sourceTokens: tokens,
    record: null,
    originals: [],
    segment: null,
    facts: [],
    rewrites: 1,
    strategy: 'none',
    model: 'person',
    rung: 'model',
    promptVersion: 'none',
    survival: 1,
    fidelity: 1,
    createdAt: isoTime(runtime.now()),
  };
}

function failureOf(
  thrown: unknown,
  redact: (text: string) => string,
): { error: EverthreadError; retryable: boolean } {
  const retryable =
    isSummarizerFailure(thrown) && (thrown.kind === 'transport' || thrown.kind === 'malformed');
  const error = asEverthreadError(thrown, redact);
  if (isEverthreadError(error)) return { error, retryable };
  const message = `No summary could be made: ${errorText(thrown, redact)}`;
  return { error: new EverthreadError({ code: 'summarizer_failed', message }), retryable };
}
