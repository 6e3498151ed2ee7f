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
};

export type ModelRatios = {
  /** Model tokens per reference token; 1 where no model is named. */
  ratioFor(options: { model: string | undefined; threadId: string }): Promise<number>;
  observe(observation: UsageObservation): Promise<void>;
};

const key = 'token-calibration';

export function createModelRatios(options: { store: Store; model: string | undefined }): ModelRatios {
  const { store, model: configured } = options;
  let loading: Promise<Calibration> | undefined;
  const load = async (): Promise<Calibration> => {
    const saved = await store.readValue(key);
    return createCalibration({ data: saved === undefined ? undefined : parseSaved(saved) });
  };
  const calibration = (): Promise<Calibration> => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async ratioFor({ model = configured, threadId }) {
      if (model === undefined) return 1;
      return (await calibration()).ratio({ model, threadId });
    },
    async observe({ model = configured, threadId, contextTokens, reportedTokens }) {
      if (model === undefined) throw invalidInput('model', 'the name of the model that was called', model);
      checkCount('contextTokens', contextTokens);
      checkCount('reportedTokens', reportedTokens);
      const known = await calibration();
      const learnt = known.observe({
        model,
        referenceTokens: contextTokens,
        reportedTokens,
        ...(threadId === undefined ? {} : { threadId }),
      });
      if (learnt) await store.writeValue(key, JSON.stringify(known.toJSON()));
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
