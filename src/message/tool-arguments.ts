/**
 * Tool arguments that are sent as JSON text. They are stored as JSON; the text is kept only if writing the JSON again
 * would give another text.
 */
import { canonicalJson } from './hash.ts';
import type { Json, JsonObject } from './message.ts';
import { isObject } from './provider-fields.ts';

/** JSON nested deeper than this stays text, to protect recursive code (see limits.ts). */
const parsedDepth = 100;

/** `raw` is set if the text cannot be made from `input` again. Text that is not JSON becomes the input itself. */
export function parseArguments(text: string): { input: Json; raw?: string } {
  const parsed = parse(text);
  const written = JSON.stringify(parsed);
  if (written === text && isObject(parsed)) return { input: parsed };
  // JSON cannot express numbers such as 1e999 and -0; the kept text still has them.
  return { input: JSON.parse(written) as Json, raw: text };
}

/** Uses the kept text only while it says the same as the input. */
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

/** Providers accept only objects; any other input is wrapped. */
export function argumentObject(input: Json): JsonObject {
  return isObject(input) ? (input as JsonObject) : { input };
}
