/** Small values that belong to no thread. */
import { checkId, encodeJson } from '../rules/checks.ts';
import type { SqlContext } from './context.ts';
import { decodeJson, isText } from './decoding.ts';
import { statement } from './statement.ts';

export async function readValue({ db }: SqlContext, key: string): Promise<string | undefined> {
  checkId('key', key);
  const [row] = await selectValue(db, { key });
  return row && decodeJson({ text: row.value, is: isText, what: `the value ${JSON.stringify(key)}` });
}

const selectValue = statement((db, { key }: { key: string }) =>
  db.selectFrom('store_values').select('value').where('key', '=', key),
);

export async function writeValue({ db }: SqlContext, key: string, text: string): Promise<void> {
  checkId('key', key);
  const value = encodeJson('value', text);
  await db
    .insertInto('store_values')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
