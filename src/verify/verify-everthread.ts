/** The whole account of a store's health: what was looked at, and every damage found. */
import { type Damage, type VerifyOptions, type VerifyTotals, verifyStore } from './verify-store.ts';

export type VerifyReport = Omit<VerifyTotals, 'damages'> & {
  damages: Damage[];
  /** Damage of the database file itself, where the store can look for it. */
  fileDamages: string[];
};

export async function verifyAll(options: VerifyOptions): Promise<VerifyReport> {
  const { store } = options;
  const fileDamages = 'findDamage' in store ? await (store.findDamage as () => Promise<string[]>)() : [];
  const damages: Damage[] = [];
  const checks = verifyStore(options);
  for (;;) {
    const next = await checks.next();
    if (next.done) {
      const { threads, messages, summaries } = next.value;
      return { threads, messages, summaries, damages, fileDamages };
    }
    damages.push(next.value);
  }
}
