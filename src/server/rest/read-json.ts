/** Parses untrusted JSON. Refuses invalid JSON, and nesting so deep that recursive code would overflow the stack. */
import { EverthreadError, limitExceeded } from '../../errors.ts';

const deepest = 200;

export function readJson(text: string): unknown {
  checkDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new EverthreadError({
      code: 'invalid_input',
      field: 'body',
      message: 'body must be JSON, but it cannot be parsed.',
      details: { accepted: 'JSON' },
    });
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (opening.has(code)) {
      depth += 1;
      if (depth > deepest) throw limitExceeded('body', depth, deepest, 'or more levels', 'Nest less deeply.');
    } else if (closing.has(code)) depth -= 1;
  }
}
