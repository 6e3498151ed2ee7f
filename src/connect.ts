/** Puts the parts of an instance together. The only place that knows all of them. */
import { createBackground } from './compaction/background.ts';
import { createEngine } from './engine/create-engine.ts';
import { createEmitter } from './engine/emitter.ts';
import { startLog } from './engine/logging.ts';
import { createModelRatios } from './engine/model-ratios.ts';
import { closedError, createOpening, type Opening } from './engine/opening.ts';
import { createRequestLog } from './engine/request-log.ts';
import type { EverthreadOptions } from './options.ts';
import { createProfileKeeper, type ProfileKeeper } from './owners/profile-keeper.ts';
import { createProfileWriter, type ProfileWriter } from './owners/profile-writer.ts';
import { systemRuntime } from './runtime.ts';
import { createEmbedding, type Embedding } from './search/embedding.ts';
import { createStrataReader } from './search/thread-strata.ts';
import { memoryStore } from './stores/memory/memory.ts';
import type { ThreadParts } from './threads/thread-access.ts';
import { createTurn } from './turn/turn.ts';

export type Connected = {
  parts: ThreadParts;
  opening: Opening;
  embedding: Embedding | undefined;
  profiles: ProfileKeeper;
  profileWriter: ProfileWriter;
  /** Stops the work that is running and refuses new work. */
  stop(): void;
};

/** Opens, reads and starts nothing yet. */
export function connect(options: EverthreadOptions): Connected {
  const { runtime = systemRuntime, automatic = true, embedder } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const given = options.store ?? memoryStore();
  const model = options.model ?? modelOf(options);
  const ratios = createModelRatios({ store: given, model });
  const engine = createEngine({
    ...options,
    ...(model === undefined ? {} : { model }),
    store: given,
    runtime,
    emitter: createEmitter((event) => engine.emitter.emit('diagnostic', event)),
    ratioFor: (threadId) => ratios.roomRatioFor(threadId),
    precedence: {
      urgencyOf: (threadId) => background.urgencyOf(threadId),
      giveWay: (threadId) => background.giveWay(threadId),
    },
    ...(embedder && {
      embedQuery: async (text: string) => embedding?.embedQuery(text, engine.recall.embedTimeoutMs),
    }),
  });
  // From here on, store and events are used through redaction.
  const { store, emitter, redaction } = engine;
  const requests = createRequestLog(store);
  const { logger, logMessages = false } = options;
  const log = startLog({ logger, logMessages, emitter, redact: redaction.redact });
  const embedding = embedder && createEmbedding({ store, embedder, redaction, runtime, emitter, signal });
  const background = createBackground({
    ports: engine,
    signal,
    threadsAtOnce: options.compaction?.threadsAtOnce ?? 2,
    automatic,
    stored: (threadId) => parts.turn.layOutAhead(threadId),
  });
  const profileWriter = createProfileWriter({ ports: engine, signal });
  const written = (owner: string) => {
    if (automatic) profileWriter.schedule(owner);
  };
  const profiles = createProfileKeeper({ ports: engine, signal, written });
  const profileLater = () => {
    if (automatic) profiles.schedule();
  };
  const opening = createOpening(async () => {
    await store.open();
    await ratios.load();
    await redaction.load();
    embedding?.schedule();
    profileLater();
  }, signal);
  const parts: ThreadParts = {
    engine,
    ratios,
    requests,
    background,
    turn: createTurn({
      ports: { ...engine, ratios, requests, background, log },
      automatic,
      profileLater,
      signal,
    }),
    strata: createStrataReader(),
    automatic,
    summarizer: options.summarizer,
    ready: opening.ready,
    embedLater: () => embedding?.schedule(),
    profileLater,
    signal,
  };
  return { parts, opening, embedding, profiles, profileWriter, stop: () => stopped.abort(closedError()) };
}

function modelOf({ budget }: EverthreadOptions): string | undefined {
  return typeof budget === 'object' && 'model' in budget ? budget.model : undefined;
}
