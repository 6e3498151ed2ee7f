/** The result of a verification: the numbers of records checked, and every damage found. */
import { isDamage, readingReason, reasonOf } from './damage.ts';
import { type Damage, type VerifyOptions, type VerifyTotals, verifyStore } from './verify-store.ts';

export type VerifyReport = Omit<VerifyTotals, 'damages'> & {
  damages: Damage[];
  /** Damage of the database file itself, if the store can check for it. */
  fileDamages: string[];
};

export async function verifyAll(options: VerifyOptions): Promise<VerifyReport> {
  const { store } = options;
  const nothing = { threads: 0, messages: 0, summaries: 0, unhashed: 0, damages: [] };
  let fileDamages: string[] = [];
  try {
    if ('findDamage' in store) fileDamages = await (store.findDamage as () => Promise<string[]>)();
    await store.open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    const reason = reasonOf(error);
    return { ...nothing, fileDamages: fileDamages.includes(reason) ? fileDamages : [...fileDamages, reason] };
  }
  const damages: Damage[] = [];
  try {
    const checks = verifyStore(options);
    for (;;) {
      const next = await checks.next();
      if (next.done) return { ...next.value, damages, fileDamages };
      damages.push(next.value);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    const message = `${readingReason(error)} What comes after was not checked.`;
    damages.push({ threadId: '', kind: 'unreadable', where: 'database', message });
    return { ...nothing, damages, fileDamages };
  }
}
