/**
 * Extracts the answer from a model's output: without its reasoning, the fence or tag around it, and its announcement.
 */
import { endAtSentence } from './cap-text.ts';

const thinking =
  '(?:think|thinking|thought|thoughts|reason|reasoning|reflection|analysis|scratch|scratchpad|internal_monologue|inner_monologue)';
const closed = new RegExp(`^[\\s\\S]*?[<\\[◁]/${thinking}[>\\]▷]\\s*`, 'iu');
const opened = new RegExp(`^[<\\[◁]${thinking}[>\\]▷]`, 'iu');

/** Removes reasoning that some models write before their answer. Empty if the reasoning never ends. */
function withoutReasoning(text: string): string {
  let rest = text.trim();
  // The opening tag is often part of the prompt, so that only the closing one is in the answer.
  for (let round = 0; round < 8 && closed.test(rest); round += 1) rest = rest.replace(closed, '');
  return opened.test(rest) ? '' : rest;
}

/** Removes what models put around an answer: reasoning, fences, tags, and an opening line that announces it. */
export function tidy(text: string): string {
  let tidied = withoutReasoning(
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: stores and providers refuse these characters.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''),
  );
  const fenced = /^```[a-z]*\n([\s\S]*?)\n?```$/i.exec(tidied);
  if (fenced !== null) tidied = fenced[1]!.trim();
  const tagged = /^<(summary|updated_summary|result|output|answer)>([\s\S]*)<\/\1>$/i.exec(tidied);
  if (tagged !== null) tidied = tagged[2]!.trim();
  return tidied
    .replace(
      /^(?:sure|certainly|of course|okay|ok)?[,.!:]?\s*here(?: is|['’]s)[^\n]{0,80}\bsummary\b[^\n:]{0,60}:\s*\n+/i,
      '',
    )
    .replace(/^(?:#{1,6} +|\*\*)(?:updated |conversation |merged |running )?summary:?(?:\*\*)?:?\s*\n+/i, '')
    .trim();
}

const end = /[.!?…。！？؟।۔։][\p{P}\p{S}]{0,8}$/u;
const openEnd = /(?:[,;(–—-]|\b(?:the|an?|and|or|which|because|der|die|und|oder|les|et|ou|el|los|que))$/iu;

/** Whether a text stops in the middle: it ends with a comma or an article, or, with `nearCap`, without an end mark. */
function stopsShort(text: string, nearCap: boolean): boolean {
  const trimmed = text.trimEnd();
  const last = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  if (end.test(last)) return false;
  if (openEnd.test(last) && /\s/u.test(last.trim())) return true;
  return nearCap && !isListLine(last) && !/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]$/u.test(last);
}

function isListLine(line: string): boolean {
  return /^\s*(?:[-*•]|\d{1,3}[.)])\s|^[^.!?]{1,40}:\s/u.test(line);
}

/**
 * The answer without its unfinished last sentence, if it was cut off. An answer without a complete sentence stays as it
 * is and counts as `cut`.
 */
export function repairedEnd(
  text: string,
  options: { cut: boolean; nearCap: boolean },
): { text: string; cut: boolean } {
  if (!options.cut && !stopsShort(text, options.nearCap)) return { text, cut: false };
  if (end.test(text.trimEnd())) return { text, cut: false };
  const whole = endAtSentence(text);
  return whole === '' || whole.endsWith('…') ? { text, cut: true } : { text: whole, cut: false };
}
