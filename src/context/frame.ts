/**
 * Frames: text that was said or found somewhere is shown between delimiters, with a line that says what it is, so
 * that it reads as data and gains no authority by standing in the prompt. What stands inside goes through
 * `neutralize` first.
 */
import { type FrameTag, neutralLine } from './neutralize.ts';

type FrameOptions = {
  tag: FrameTag;
  /** What the text is, in one sentence. */
  note?: string;
  attributes?: { [name: string]: string | number };
};

/** The body is already neutralized, or made of frames. */
export function frame({ body, ...options }: FrameOptions & { body: string }): string {
  return frameLines({ ...options, lines: [body] }).join('\n');
}

export function frameLines({
  tag,
  note,
  attributes = {},
  lines,
}: FrameOptions & { lines: readonly string[] }): string[] {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('');
  return [`<${tag}${written}>`, ...(note === undefined ? [] : [note]), ...lines, `</${tag}>`];
}

function attributeText(value: string): string {
  return neutralLine(value.replace(/["<>＂＜＞]+/gu, ' '), 200);
}
