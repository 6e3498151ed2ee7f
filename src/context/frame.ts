/**
 * Frames: text that was said or found somewhere is shown between delimiters, with a line that says what it is, so
 * that it reads as data and gains no authority by standing in the prompt. What stands inside goes through
 * `neutralize` first.
 */
import { type FrameTag, neutralLine } from './neutralize.ts';

export function frame(options: {
  tag: FrameTag;
  /** What the text is, in one sentence. */
  note?: string;
  attributes?: { [name: string]: string | number };
  /** Already neutralized, or made of frames. */
  body: string;
}): string {
  const { tag, note, attributes = {}, body } = options;
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('');
  return [`<${tag}${written}>`, ...(note === undefined ? [] : [note]), body, `</${tag}>`].join('\n');
}

function attributeText(value: string): string {
  return neutralLine(value.replace(/["<>＂＜＞]+/gu, ' '), 200);
}
