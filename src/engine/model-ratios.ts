/** Token calibration with its memory in the store: read once, written when something was learnt. */
import { invalidInput } from '../errors.ts';
import type { Store } from '../store.ts';
import { type Calibration, createCalibration } from '../tokens/calibration.ts';

export type UsageObservation = {
  /** The model the context was sent to; default: the configured one. */
  model?: string;
  threadId?: string;
  /** `context.tokens` of what was sent. */
  contextTokens: number;
  /** Input tokens the provider reported for it, cached ones included. */
  reportedTokens: number;
  /** Of those, read from the provider's cache, and written into it, where it tells. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  /** Tokens of the answer, where it tells. */
  outputTokens?: number;
  /** False: the request held text that was not counted, so that nothing can be learnt from it. */
  comparable?: boolean;
};

export type ModelRatios = {
  /** Reads what was learnt before; called once, before the first turn. */
  load(): Promise<void>;
  /** Model tokens per reference token; 1 where no model is named. */
  ratioFor(options: { model?: string | undefined; threadId: string }): number;
  /** The model that is meant where this one was named, or none; null where none is known. */
  modelFor(model: string | undefined): string | null;
  /** A context of the thread that was laid out by this ratio goes to the model. */
  sent(options: { model?: string | undefined; threadId: string; ratio: number }): void;
  /** What the thread's room is counted by: as its last request was, or as is learnt since where that is more. */
  roomRatioFor(threadId: string): number;
  observe(observation: UsageObservation): Promise<void>;
};

const key = 'token-calibration';

/**
 * A context is laid out by the ratio, and what is learnt moves a little with every report: followed each time, sections
 * would change their size, and with them all that a provider's cache holds. So a ratio is used until what is
 * learnt is above it, or well below; then it moves on by whole steps, upwards.
 */
const steps = { size: 0.01, above: 1.002, below: 0.97 };
const mostHeld = 64;
/** As many as ratios stand for (turn/standing-ratios.ts): what is forgotten is counted by what is learnt. */
const mostSent = 128;

function createHeldRatios() {
  const held = new Map<string, number>();
  return (place: string, learnt: number): number => {
    const used = held.get(place);
    const holds = used !== undefined && learnt <= used * steps.above && learnt >= used * steps.below;
    const ratio = holds ? used : Math.ceil(learnt / steps.size - 1e-6) * steps.size;
    held.delete(place);
    held.set(place, ratio);
    if (held.size > mostHeld) held.delete(held.keys().next().value!);
    return ratio;
  };
}

export function createModelRatios(options: { store: Store; model: string | undefined }): ModelRatios {
  const { store, model: configured } = options;
  let calibration: Calibration = createCalibration();
  const held = createHeldRatios();
  /** Of each thread, the last context that went out. */
  const last = new Map<string, { model: string; ratio: number }>();
  const ratioFor: ModelRatios['ratioFor'] = ({ model = configured, threadId }) =>
    model === undefined ? 1 : held(`${threadId}\n${model}`, calibration.ratio({ model, threadId }));
  return {
    async load() {
      const saved = await store.readValue(key).catch(() => undefined);
      if (saved !== undefined) calibration = createCalibration({ data: parseSaved(saved) });
    },
    ratioFor,
    modelFor: (model = configured) => model ?? null,
    sent({ model = configured, threadId, ratio }) {
      last.delete(threadId);
      if (model !== undefined) last.set(threadId, { model, ratio });
      if (last.size > mostSent) last.delete(last.keys().next().value!);
    },
    roomRatioFor(threadId) {
      const sent = last.get(threadId);
      return sent === undefined
        ? ratioFor({ threadId })
        : Math.max(sent.ratio, ratioFor({ model: sent.model, threadId }));
    },
    async observe({ model = configured, threadId, comparable = true, ...figures }) {
      if (model === undefined) throw invalidInput('model', 'the name of the model that was called', model);
      const { contextTokens, reportedTokens, cachedTokens, cacheWriteTokens, outputTokens } = figures;
      checkCount('contextTokens', contextTokens);
      checkCount('reportedTokens', reportedTokens);
      for (const [field, value] of Object.entries({ cachedTokens, cacheWriteTokens, outputTokens })) {
        if (value !== undefined) checkWhole(field, value);
      }
      if (typeof comparable !== 'boolean') throw invalidInput('comparable', 'true or false', comparable);
      if (!comparable) return;
      const sent = threadId === undefined ? undefined : last.get(threadId);
      const ratio = sent?.model === model ? sent.ratio : ratioFor({ model, threadId: threadId ?? '' });
      const learnt = calibration.observe({
        model,
        referenceTokens: contextTokens / ratio,
        reportedTokens,
        ...(threadId === undefined ? {} : { threadId }),
      });
      if (learnt) await store.writeValue(key, JSON.stringify(calibration.toJSON()));
    },
  };
}

/** A damaged value costs what was learnt, not the turn. */
function parseSaved(saved: string): unknown {
  try {
    return JSON.parse(saved);
  } catch {
    return undefined;
  }
}

function checkCount(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw invalidInput(field, 'a number of tokens', value);
  }
}

function checkWhole(field: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw invalidInput(field, 'a whole number of tokens', value);
  }
}
