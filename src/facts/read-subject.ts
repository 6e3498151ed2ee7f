/** The subject of a value ("the port is 8080" → port), read only from the words right before it. */
import { generalWords } from '../text/stop-words.ts';
import { clip } from './text.ts';

const reach = 90;
const noun = "[\\p{L}][\\p{L}\\p{N}_'-]{1,30}";
const phrase = `((?:${noun}\\s+){0,2}${noun})`;
const stated = new RegExp(
  `(?:^|[\\s(,;])${phrase}\\s{0,2}(?:=|:|→|->|\\b(?:is|are|was|will be|equals|becomes|has been|moved|changed|set|updated|raised|lowered|increased|reduced|bumped|rescheduled|pushed|costs?|lautet|ist|est|es))(?:\\s+(?:now|set|changed|moved|updated|rescheduled|pushed|raised|to|at|on|only|about|actually|been|back|jetzt|maintenant|ahora)){0,4}\\s{0,2}[#"'(]?$`,
  'iu',
);
const changed = new RegExp(
  `\\b(?:chang(?:e|ed|ing)|set(?:ting)?|mov(?:e|ed|ing)|updat(?:e|ed|ing)|rais(?:e|ed)|bump(?:ed)?|increas(?:e|ed)|lower(?:ed)?|reduc(?:e|ed)|switch(?:ed)?|push(?:ed)?|reschedul(?:e|ed)|renam(?:e|ed)|bring)\\s+(?:the|our|my|its|your)?\\s{0,2}${phrase}(?:\\s+from\\s+[^\\s]{1,30}(?:\\s[^\\s]{1,15})?)?\\s+(?:to|as)\\s+(?:now\\s+)?["'(]?$`,
  'iu',
);
const labelled = /\b(port|room|gate|seat|flight|version|budget|deadline|extension|apartment)\s{1,2}#?$/i;

/** Words in the place of a subject that are none. */
const empty = new Set(
  'it this that these those there here he she they we i you who which what one thing time day value number total result which note answer example way reason today now and or but for with from about than also so then fact line step file files page error warning info ones came went'.split(
    ' ',
  ),
);

/** Text that must stand before a subject's value. Checked first, because most numbers follow something else. */
const link =
  /(?:[=:→>]|\b(?:is|are|was|be|equals|becomes|been|moved|changed|set|updated|raised|lowered|increased|reduced|bumped|rescheduled|pushed|costs?|lautet|ist|est|es|now|to|as|at|on|only|about|actually|back|jetzt|maintenant|ahora|port|room|gate|seat|flight|version|budget|deadline|extension|apartment))\s{0,3}[#"'(]?$/i;

export function subjectBefore(text: string, start: number): string | undefined {
  const full = text.slice(Math.max(0, start - reach), start);
  const before = full.slice(
    Math.max(full.lastIndexOf('\n'), full.lastIndexOf('. '), full.lastIndexOf('! '), full.lastIndexOf('? ')) +
      1,
  );
  if (!link.test(before)) return undefined;
  const match = changed.exec(before) ?? stated.exec(before) ?? labelled.exec(before);
  if (match === null) return undefined;
  // "- **Price**: $137" is a field of one item in a list, and the next item has its own.
  if (/:[\s*"'(#]*$/.test(before) && /^\s*(?:[-*•|]|\d{1,3}[.)])\s|\*/.test(before)) return undefined;
  const words = match[1]!
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !generalWords.has(word) && !/^(?:the|der|die|das|le|la|el|new|current)$/.test(word));
  const last = words.at(-1);
  if (last === undefined || empty.has(last) || last.length < 3) return undefined;
  return words.slice(-3).join(' ');
}

/** A few words on both sides, without the value itself. */
export function surroundings(text: string, start: number, end: number): string | undefined {
  const window = text.slice(Math.max(0, start - 60), start);
  const line = window.slice(window.lastIndexOf('\n') + 1);
  const left = line.length === 60 ? line.replace(/^\S*\s/, '') : line;
  const right = text.slice(end, end + 60).split('\n', 1)[0]!;
  const leftWords =
    (left.split(/[.!?;](?:\s|$)/).at(-1) ?? '').match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
  const rightWords =
    (right.split(/[.!?;,](?:\s|$)/, 1)[0] ?? '').match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
  const kept = [...leftWords.slice(-6), ...rightWords.slice(0, 4)].filter(
    (word) => !generalWords.has(word.toLowerCase()),
  );
  const words = kept.slice(-6).join(' ');
  return words === '' ? undefined : clip(words, 60);
}
