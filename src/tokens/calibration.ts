/**
 * Converts reference tokens to a model's own. There is one ratio per model, and one per thread when the thread differs
 * (Chinese and English differ between tokenizers). A ratio starts from what is known about the model's family and
 * follows the usage that its provider reports. If languages or layout change from message to message and the tokenizer
 * treats them very differently, the ratio lags some requests behind. Pure: the caller loads and saves `toJSON()`.
 */

import type { EncodingName } from './encodings.ts';
import { findModel, modelKey, unknownModelRatio } from './models.ts';

export type CalibrationKey = { model: string; threadId?: string };

export type Observation = CalibrationKey & {
  /** What we counted for the request. */
  referenceTokens: number;
  /** What the provider reported for the same request, including cached tokens. */
  reportedTokens: number;
};

/** A ratio, and the number of reference tokens it was measured on. */
type Sample = [ratio: number, weight: number];

export type CalibrationData = {
  version: 1;
  models: { [model: string]: Sample[] };
  /** Most recently observed last. */
  threads: { threadId: string; model: string; samples: Sample[] }[];
};

export type Calibration = {
  /** The model's tokens for one reference token. */
  ratio(key: CalibrationKey): number;
  /**
   * True if something was learnt. Implausible samples are ignored, and so are those of models that are counted exactly.
   */
  observe(observation: Observation): boolean;
  toJSON(): CalibrationData;
};

/** In smaller requests the provider's fixed overhead distorts the ratio. */
const leastTokens = 64;
/** No tokenizer has a ratio outside these bounds: one side must have counted something that the other did not. */
const leastRatio = 0.5;
const mostRatio = 3;
const mostWeight = 16_384;
/** This many samples must agree before anything is learnt, because a single report may leave out cached tokens. */
const leastAgreeing = 3;
/**
 * Learnt ratios stay between these multiples of the known one. So whatever a provider reports, and however often, no
 * context exceeds its budget by more than a third according to the known ratio.
 */
const leastShare = 0.75;
const mostShare = 2.5;
const samplesPerModel = 16;
const samplesPerThread = 8;
const mostThreads = 256;
/**
 * Weight of earlier samples relative to the next newer one. Low enough to follow a thread, and high enough that one
 * report is no majority.
 */
const fading = 2 / 3;
/** Samples within this distance of the median agree; the others are outliers. */
const closeness = 0.1;
/** If reports contradict each other, the ratio at this share of the weight is used, because high ratios are safe. */
const highShare = 0.65;
/** The encoding that reference tokens are counted in. */
const referenceEncoding: EncodingName = 'o200k_base';

/** `data` is what `toJSON` returned earlier. Parts that are not understood are ignored. */
export function createCalibration({ data }: { data?: unknown } = {}): Calibration {
  const { models, threads } = restore(data);

  const ratio = ({ model, threadId }: CalibrationKey): number => {
    const found = findModel(model);
    if (found?.encoding === referenceEncoding) return 1;
    const known = found?.ratio ?? unknownModelRatio;
    const own = threadId === undefined ? undefined : threads.get(threadKey(model, threadId));
    const learnt = agreed(own ?? []) ?? agreed(models.get(modelKey(model)) ?? []) ?? known;
    return Math.min(known * mostShare, Math.max(known * leastShare, learnt));
  };

  return {
    ratio,
    observe: ({ model, threadId, referenceTokens, reportedTokens }) => {
      if (!(referenceTokens >= leastTokens) || !(reportedTokens > 0)) return false;
      if (!Number.isFinite(referenceTokens) || !Number.isFinite(reportedTokens)) return false;
      if (findModel(model)?.encoding === referenceEncoding) return false;
      const sample: Sample = [
        clamp(reportedTokens / referenceTokens),
        Math.min(mostWeight, Math.round(referenceTokens)),
      ];
      remember({ samples: models, key: modelKey(model), sample, most: samplesPerModel });
      if (threadId !== undefined) {
        remember({ samples: threads, key: threadKey(model, threadId), sample, most: samplesPerThread });
        dropOldest(threads, mostThreads);
      }
      return true;
    },
    toJSON: () => ({
      version: 1,
      models: Object.fromEntries(models),
      threads: Array.from(threads, ([key, samples]) => {
        const [model, threadId] = JSON.parse(key) as [string, string];
        return { threadId, model, samples };
      }),
    }),
  };
}

type Samples = Map<string, Sample[]>;

function threadKey(model: string, threadId: string): string {
  return JSON.stringify([modelKey(model), threadId]);
}

/** Deletes the key first, so that the map stays in order of use. */
function remember(options: { samples: Samples; key: string; sample: Sample; most: number }): void {
  const { samples, key, sample, most } = options;
  const earlier = samples.get(key) ?? [];
  samples.delete(key);
  samples.set(key, [...earlier, sample].slice(-most));
}

function dropOldest(samples: Samples, most: number): void {
  for (const key of samples.keys()) {
    if (samples.size <= most) return;
    samples.delete(key);
  }
}

function clamp(ratio: number): number {
  return Math.min(mostRatio, Math.max(leastRatio, ratio));
}

/**
 * The weighted mean of the samples that agree; undefined if too few do. The newest samples weigh most, because a
 * request contains most of the one before it and more.
 */
function agreed(samples: readonly Sample[]): number | undefined {
  if (samples.length < leastAgreeing) return undefined;
  const faded = samples.map(
    ([ratio, weight], index): Sample => [ratio, weight * fading ** (samples.length - 1 - index)],
  );
  const median = quantile(faded, 0.5);
  const high = quantile(faded, highShare);
  const isContradictory = high > median * (1 + closeness);
  return (isContradictory ? meanAround(faded, high) : undefined) ?? meanAround(faded, median);
}

function meanAround(samples: readonly Sample[], middle: number): number | undefined {
  const near = samples.filter(([ratio]) => Math.abs(ratio - middle) <= closeness * middle);
  if (near.length < leastAgreeing) return undefined;
  const weights = near.reduce((sum, [, weight]) => sum + weight, 0);
  return near.reduce((sum, [ratio, weight]) => sum + ratio * weight, 0) / weights;
}

/** The ratio below which this share of the weight lies. */
function quantile(samples: readonly Sample[], share: number): number {
  const sorted = samples.toSorted(([a], [b]) => a - b);
  let rest = sorted.reduce((sum, [, weight]) => sum + weight, 0) * share;
  for (const [ratio, weight] of sorted) {
    rest -= weight;
    if (rest <= 0) return ratio;
  }
  return sorted.at(-1)![0];
}

function restore(data: unknown): { models: Samples; threads: Samples } {
  const models: Samples = new Map();
  const threads: Samples = new Map();
  if (!isRecord(data) || data.version !== 1) return { models, threads };
  if (isRecord(data.models)) {
    for (const [model, samples] of Object.entries(data.models)) {
      const valid = validSamples(samples, samplesPerModel);
      if (valid.length > 0) models.set(modelKey(model), valid);
    }
  }
  if (Array.isArray(data.threads)) {
    for (const entry of data.threads.filter(isRecord)) {
      const valid = validSamples(entry.samples, samplesPerThread);
      if (valid.length === 0 || typeof entry.model !== 'string' || typeof entry.threadId !== 'string')
        continue;
      threads.set(threadKey(entry.model, entry.threadId), valid);
    }
    dropOldest(threads, mostThreads);
  }
  return { models, threads };
}

function validSamples(value: unknown, most: number): Sample[] {
  if (!Array.isArray(value)) return [];
  const samples: Sample[] = [];
  for (const entry of value) {
    if (!Array.isArray(entry)) continue;
    const [ratio, weight] = entry;
    if (!Number.isFinite(ratio) || !(weight > 0 && weight <= mostWeight)) continue;
    samples.push([clamp(ratio), weight]);
  }
  return samples.slice(-most);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
