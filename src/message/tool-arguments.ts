/**
 * Tool arguments that travel as a JSON text. They are kept as JSON; the text itself is remembered only where
 * writing the JSON again would not give the same text.
 */
import { canonicalJson } from './hash.ts';
import type { Json, JsonObject } from './message.ts';
import { isObject } from './provider-fields.ts';

/** Deeper JSON than this stays text: nothing recursive may ever touch it (see limits.ts). */
const parsedDepth = 100;

/** `raw` is set when the text cannot be made from `input` again. Text that is not JSON is its own input. */
export function parseArguments(text: string): { input: Json; raw?: string } {
  const parsed = parse(text);
  const written = JSON.stringify(parsed);
  if (written === text && isObject(parsed)) return { input: parsed };
  // Numbers such as 1e999 and -0 are values no JSON can carry on; the remembered text still has them.
  return { input: JSON.parse(written) as Json, raw: text };
}

/** The remembered text is used only while it still says what the input says. */
export function formatArguments(input: Json, raw: Json | undefined): string {
  if (typeof raw === 'string' && canonicalJson(parse(raw)) === canonicalJson(input)) return raw;
  return JSON.stringify(argumentObject(input));
}

function parse(text: string): Json {
  if (text.trim() === '') return {};
  if (nesting(text) > parsedDepth) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/** Providers take objects only; any other input is wrapped. */
export function argumentObject(input: Json): JsonObject {
  return isObject(input) ? (input as JsonObject) : { input };
}
