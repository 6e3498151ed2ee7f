/** One setting's value, from text (flag, environment) or from a file, checked against its declaration. */
import { invalidOption } from '../../errors.ts';
import { didYouMean } from '../../input/nearest.ts';
import type { StrategyOptions } from '../../strategy.ts';
import type { SettingDeclaration } from './declarations.ts';

const leastBudgetTokens = 200;
const yes = ['true', '1', 'yes', 'on'];
const no = ['false', '0', 'no', 'off'];

/** `label` is the setting as the user wrote it: `--budget`, `EVERTHREAD_BUDGET`, `budget`. Throws `invalid_option`. */
export function readText(declaration: SettingDeclaration, text: string, label: string): unknown {
  switch (declaration.kind) {
    case 'tokens':
      return readTokens(/^[0-9][0-9_,]*$/u.test(text) ? Number(text.replaceAll(/[_,]/gu, '')) : text, label);
    case 'switch': {
      const word = text.toLowerCase();
      if (yes.includes(word)) return true;
      if (no.includes(word)) return false;
      throw invalidOption(label, 'true or false', text);
    }
    case 'strategy':
      return readStrategy(
        declaration,
        text.trimStart().startsWith('{') ? parseObject(text, label) : text,
        label,
      );
    default:
      return readPlain(declaration, text, label);
  }
}

export function readFileValue(declaration: SettingDeclaration, value: unknown, label: string): unknown {
  switch (declaration.kind) {
    case 'tokens':
      return readTokens(value, label);
    case 'switch':
      if (typeof value === 'boolean') return value;
      throw invalidOption(label, 'true or false', value);
    case 'strategy':
      return readStrategy(declaration, value, label);
    default:
      return readPlain(declaration, value, label);
  }
}

function readPlain({ kind, choices }: SettingDeclaration, value: unknown, label: string): string {
  if (kind === 'choice') return readChoice(choices!, value, label);
  if (typeof value !== 'string' || value.trim() === '' || value.includes('\u0000')) {
    throw invalidOption(label, kind === 'path' ? 'a path' : 'a text that is not empty', value);
  }
  if (kind !== 'url') return value;
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidOption(label, 'an address that begins with http:// or https://', value);
  }
  return value.replace(/\/+$/u, '');
}

function readChoice(choices: readonly string[], value: unknown, label: string): string {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  const error = invalidOption(label, `one of ${choices.join(', ')}`, value);
  if (typeof value === 'string') error.message += didYouMean(value, choices);
  throw error;
}

function readTokens(value: unknown, label: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= leastBudgetTokens) return value as number;
  throw invalidOption(label, `a whole number of at least ${leastBudgetTokens}`, value);
}

/** Options of a strategy are checked by resolveSettings, where the strategies may be loaded. */
function readStrategy({ choices }: SettingDeclaration, value: unknown, label: string): StrategyOptions {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { name } = value as { name?: unknown };
    return { ...value, name: readChoice(choices!, name, `${label}.name`) };
  }
  return { name: readChoice(choices!, value, label) };
}

function parseObject(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidOption(label, 'the name of a strategy, or its options as a JSON object', text);
  }
}
