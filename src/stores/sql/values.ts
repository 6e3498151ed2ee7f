/** Small values that belong to no thread. */
import { checkId, encodeJson } from '../rules/checks.ts';
import type { SqlContext } from './context.ts';
import { decodeJson, isText } from './decoding.ts';

export async function readValue({ db }: SqlContext, key: string): Promise<string | undefined> {
  checkId('key', key);
  const row = await db.selectFrom('store_values').select('value').where('key', '=', key).executeTakeFirst();
  return row && decodeJson({ text: row.value, is: isText, what: `the value ${JSON.stringify(key)}` });
}

export async function writeValue({ db }: SqlContext, key: string, text: string): Promise<void> {
  checkId('key', key);
  const value = encodeJson('value', text);
  await db
    .insertInto('store_values')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
