/** Token calibration that is saved in the store: loaded once, written when something was learnt. */
import { invalidInput } from '../errors.ts';
import type { Store } from '../store.ts';
import { createLastUsed } from '../text/last-used.ts';
import { type Calibration, createCalibration } from '../tokens/calibration.ts';

export type UsageObservation = {
  /** The model the context was sent to; default: the configured one. */
  model?: string;
  threadId?: string;
  /** `context.tokens` of what was sent. */
  contextTokens: number;
  /** Input tokens the provider reported for it, cached ones included. */
  reportedTokens: number;
  /** How many of them were read from the provider's cache, and (`cacheWriteTokens`) written into it, if reported. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  /** Tokens of the answer, if reported. */
  outputTokens?: number;
  /** False: the request contained text that was not counted, so nothing can be learnt from it. */
  comparable?: boolean;
};

export type ModelRatios = {
  /** Loads the saved calibration. Called once, before the first turn. */
  load(): Promise<void>;
  /** Model tokens per reference token; 1 if no model is named. */
  ratioFor(options: { model?: string | undefined; threadId: string }): number;
  /** The named model, or else the configured one; null if neither is known. */
  modelFor(model: string | undefined): string | null;
  /** Reports that a context of the thread, laid out with this ratio, goes to the model. */
  sent(options: { model?: string | undefined; threadId: string; ratio: number }): void;
  /** Ratio for the thread's available room: that of its last request, or the one learnt since if it is larger. */
  roomRatioFor(threadId: string): number;
  observe(observation: UsageObservation): Promise<void>;
};

const key = 'token-calibration';

/**
 * The learnt ratio changes a little with every report. If contexts followed each change, their sections would change
 * size, and the provider's cache would be lost. So a ratio stays in use until the learnt one is above it, or
 * well below it. Then it moves to the learnt one, rounded up to a whole step.
 */
const steps = { size: 0.01, above: 1.002, below: 0.97 };
const mostRatiosInUse = 64;
/** As many threads as turn/layout-ratios.ts remembers. Threads beyond that use the learnt ratio. */
const mostSent = 128;

function createRatiosInUse() {
  const ratiosInUse = createLastUsed<string, number>({ most: mostRatiosInUse });
  return (place: string, learnt: number): number => {
    const used = ratiosInUse.get(place);
    const staysInUse = used !== undefined && learnt <= used * steps.above && learnt >= used * steps.below;
    const ratio = staysInUse ? used : Math.ceil(learnt / steps.size - 1e-6) * steps.size;
    ratiosInUse.set(place, ratio);
    return ratio;
  };
}

export function createModelRatios(options: { store: Store; model: string | undefined }): ModelRatios {
  const { store, model: configured } = options;
  let calibration: Calibration = createCalibration();
  const ratioInUse = createRatiosInUse();
  /** The last context sent, by thread. */
  const last = createLastUsed<string, { model: string; ratio: number }>({ most: mostSent });
  const ratioFor: ModelRatios['ratioFor'] = ({ model = configured, threadId }) =>
    model === undefined ? 1 : ratioInUse(`${threadId}\n${model}`, calibration.ratio({ model, threadId }));
  return {
    async load() {
      const saved = await store.readValue(key).catch(() => undefined);
      if (saved !== undefined) calibration = createCalibration({ data: parseSaved(saved) });
    },
    ratioFor,
    modelFor: (model = configured) => model ?? null,
    sent({ model = configured, threadId, ratio }) {
      if (model === undefined) last.delete(threadId);
      else last.set(threadId, { model, ratio });
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

/** A damaged value loses the calibration, but does not fail the turn. */
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
