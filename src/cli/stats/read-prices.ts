/** Reads prices from the command line: a model's name, a list of prices, or a file. */
import { readFile } from 'node:fs/promises';
import { knowsPricesOf } from '../../cost/model-prices.ts';
import { checkPricing, type Pricing } from '../../cost/prices.ts';
import { isEverthreadError } from '../../errors.ts';
import { UsageError } from '../command.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** `model` supplies the prices and cache rules that `pricing` does not state. */
export type GivenPrices = { model?: string; pricing?: Pricing };

const names = {
  input: 'inputUsdPerMillion',
  output: 'outputUsdPerMillion',
  cacheRead: 'cacheReadUsdPerMillion',
  cacheWrite: 'cacheWriteUsdPerMillion',
} as const;
const pricesOfOne =
  'a JSON object of the prices of one model, such as {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}';
const accepted =
  'a model such as claude-sonnet-4-5, prices such as input=3,output=15,cacheRead=0.3,cacheWrite=3.75 (US dollars per million tokens), or a JSON file of them';

export async function readPrices(text: string | undefined): Promise<GivenPrices | undefined> {
  if (text === undefined) return undefined;
  if (knowsPricesOf(text)) return { model: text };
  const given = text.includes('=') ? fromList(text) : await fromFile(text);
  const { model, ...rest } = given;
  if (model !== undefined && (typeof model !== 'string' || !knowsPricesOf(model)))
    throw wrong(`with a model whose prices are known, not ${JSON.stringify(model)}`);
  const prices = Object.entries(rest).map(([name, value]) => [
    Object.hasOwn(names, name) ? names[name as keyof typeof names] : name,
    value,
  ]);
  const pricing = { outputUsdPerMillion: 0, ...Object.fromEntries(prices) } as Pricing;
  const unknown = Object.keys(pricing).find(
    (name) => name !== 'cache' && !Object.values(names).some((known) => known === name),
  );
  // Prices by model, as `createEverthread` takes them: which of them holds here is not for this command to choose.
  if (unknown !== undefined && typeof rest[unknown] === 'object') throw wrong(pricesOfOne);
  if (unknown !== undefined)
    throw wrong(`${accepted}; ${JSON.stringify(sanitizeLine(unknown))} is none of them`);
  if (prices.length === 0 && model !== undefined) return { model };
  try {
    checkPricing(pricing, '--prices');
  } catch (error) {
    if (isEverthreadError(error, 'invalid_option')) throw new UsageError(error.message);
    throw error;
  }
  return { ...(model === undefined ? {} : { model }), pricing };
}

function fromList(text: string): Record<string, unknown> {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*(\S+)\s*$/u.exec(entry) ?? [];
      if (name === undefined || value === undefined) throw wrong(accepted);
      return [name, name === 'model' ? value : Number(value.replace('$', ''))];
    }),
  );
}

async function fromFile(path: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw wrong(`${accepted}; there is no file ${JSON.stringify(sanitizeLine(path.slice(0, 80)))}`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below, like a file that holds anything else.
  }
  throw wrong(pricesOfOne);
}

function wrong(what: string): UsageError {
  return new UsageError(`--prices must be ${what}.`);
}
