/**
 * From reference tokens to a model's own: one ratio a model, and one a thread where the thread has its own
 * (Chinese and English differ between tokenizers). It starts from what is known of the model's family and
 * follows the usage its provider reports. One ratio cannot follow a thread whose languages or layout change from
 * message to message on a tokenizer that treats them very differently; there it lags some requests behind. Pure: loading and saving `toJSON()` is the caller's.
 */

import type { EncodingName } from './encodings.ts';
import { findModel, modelKey, unknownModelRatio } from './models.ts';

export type CalibrationKey = { model: string; threadId?: string };

export type Observation = CalibrationKey & {
  /** What we counted for the request. */
  referenceTokens: number;
  /** What the provider reported for the same request, cached tokens included. */
  reportedTokens: number;
};

/** A ratio, and how many reference tokens it was seen on. */
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
  modelTokens(options: CalibrationKey & { referenceTokens: number }): number;
  /** How many reference tokens fit into so many of the model's. */
  referenceTokens(options: CalibrationKey & { modelTokens: number }): number;
  /** Whether there was something to learn: not from samples that say nothing, nor where counting is exact. */
  observe(observation: Observation): boolean;
  toJSON(): CalibrationData;
};

/** Below this the provider's fixed overhead says more than the tokenizer. */
const leastTokens = 64;
/** Beyond this no tokenizer lies: the request held something we did not count, or the other way round. */
const leastRatio = 0.5;
const mostRatio = 3;
const mostWeight = 16_384;
/** So many samples must agree before anything is learnt: one report that leaves out cached tokens is no tokenizer. */
const leastAgreeing = 3;
/**
 * What is learnt stays between these shares of what is known of the model. So whatever a provider reports, and however
 * often, no context is more than a third above its budget by what was known before.
 */
const leastShare = 0.75;
const mostShare = 2.5;
const samplesPerModel = 16;
const samplesPerThread = 8;
const mostThreads = 256;
/** Each newer sample makes the earlier ones count less. Low enough to follow a thread, high enough that one report is no majority. */
const fading = 2 / 3;
/** Samples within this distance of each other's middle agree, the others are outliers. */
const closeness = 0.1;
/** Where reports contradict each other, those above this share of the weight are believed: they are the safe ones. */
const highShare = 0.65;

export function createCalibration({
  data,
  reference = 'o200k_base',
}: {
  /** What `toJSON` gave earlier. Anything in it that is not understood is left out. */
  data?: unknown;
  /** The encoding reference tokens are counted in. */
  reference?: EncodingName;
} = {}): Calibration {
  const { models, threads } = restore(data);

  const ratio = ({ model, threadId }: CalibrationKey): number => {
    const found = findModel(model);
    if (found?.encoding === reference) return 1;
    const known = found?.ratio ?? unknownModelRatio;
    const own = threadId === undefined ? undefined : threads.get(threadKey(model, threadId));
    const learnt = agreed(own ?? []) ?? agreed(models.get(modelKey(model)) ?? []) ?? known;
    return Math.min(known * mostShare, Math.max(known * leastShare, learnt));
  };

  return {
    ratio,
    modelTokens: ({ referenceTokens, ...key }) => Math.ceil(referenceTokens * ratio(key)),
    referenceTokens: ({ modelTokens, ...key }) => Math.floor(modelTokens / ratio(key)),
    observe: ({ model, threadId, referenceTokens, reportedTokens }) => {
      if (!(referenceTokens >= leastTokens) || !(reportedTokens > 0)) return false;
      if (!Number.isFinite(referenceTokens) || !Number.isFinite(reportedTokens)) return false;
      if (findModel(model)?.encoding === reference) return false;
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

/** Set anew so that the map's order is the order of use. */
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
 * The weighted mean of the samples that agree; undefined where too few do. A newer request holds most of the one
 * before it and more, so the newest samples say most.
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
