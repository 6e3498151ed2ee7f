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
  /** Reads what was learnt before; called once, before the first turn. */
  load(): Promise<void>;
  /** Model tokens per reference token; 1 where no model is named. */
  ratioFor(options: { model?: string | undefined; threadId: string }): number;
  observe(observation: UsageObservation): Promise<void>;
};

const key = 'token-calibration';

export function createModelRatios(options: { store: Store; model: string | undefined }): ModelRatios {
  const { store, model: configured } = options;
  let calibration: Calibration = createCalibration();
  const ratioFor: ModelRatios['ratioFor'] = ({ model = configured, threadId }) =>
    model === undefined ? 1 : calibration.ratio({ model, threadId });
  return {
    async load() {
      const saved = await store.readValue(key).catch(() => undefined);
      if (saved !== undefined) calibration = createCalibration({ data: parseSaved(saved) });
    },
    ratioFor,
    async observe({ model = configured, threadId, contextTokens, reportedTokens }) {
      if (model === undefined) throw invalidInput('model', 'the name of the model that was called', model);
      checkCount('contextTokens', contextTokens);
      checkCount('reportedTokens', reportedTokens);
      const learnt = calibration.observe({
        model,
        referenceTokens: contextTokens / ratioFor({ model, threadId: threadId ?? '' }),
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
