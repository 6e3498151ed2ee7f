/**
 * How often the model failed to redo a summary that code wrote, and when it is asked again. Stored, so that neither a
 * restart nor another process asks too early.
 */
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { renewalWait } from './waits.ts';

const mostRemembered = 500;
const valueKey = 'renewals';

/** By summary id: the number of failed attempts, and when the next one is due. */
export type Attempt = { failures: number; after: number };

export type RenewalAttempts = {
  read(): Promise<{ [summaryId: string]: Attempt }>;
  /** Undefined forgets the summary. */
  write(summaryId: string, attempt: Attempt | undefined): Promise<void>;
};

export function createRenewalAttempts({
  store,
  runtime,
}: {
  store: Pick<Store, 'readValue' | 'writeValue'>;
  runtime: Runtime;
}): RenewalAttempts {
  const read: RenewalAttempts['read'] = async () => {
    try {
      const value: unknown = JSON.parse((await store.readValue(valueKey)) ?? '{}');
      const isKnown = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isKnown ? (value as { [summaryId: string]: Attempt }) : {};
    } catch (error) {
      if (error instanceof SyntaxError) return {};
      throw error;
    }
  };
  return {
    read,
    async write(summaryId, attempt) {
      const { [summaryId]: _before, ...others } = await read();
      const kept = Object.entries(others)
        .filter(([, { after }]) => after > runtime.now() - renewalWait.mostMs * 30)
        .slice(-mostRemembered);
      const all = [...kept, ...(attempt ? [[summaryId, attempt] as const] : [])];
      await store.writeValue(valueKey, JSON.stringify(Object.fromEntries(all)));
    },
  };
}
