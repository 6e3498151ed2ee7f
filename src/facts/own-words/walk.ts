/**
 * Reads a message line by line. Marks foreign text that only shows where it begins (a terminal, a mail, a page, a
 * speaker, a text introduced by a request), and collects the remaining sentences. Such text lasts to the end of the
 * message, unless its end can be recognized.
 */
import { type Span, splitSentences } from '../../text/sentences.ts';
import { headsDecision } from '../decisions.ts';
import { withoutListMark } from '../text.ts';
import {
  announcesOwnRule,
  changesMind,
  handsOverNextLine,
  handsOverSameLine,
  handsOverText,
  headsRules,
  isReport,
  isSupposed,
} from './cues.ts';
import {
  indentOf,
  isAddress,
  isCodeLine,
  isEnumeration,
  isGreeting,
  isHeading,
  isNotice,
  isOutput,
  isPrompt,
  isSalutation,
  isSeparator,
  isSignOff,
  marksPage,
  opensMail,
} from './line-shapes.ts';
import { type ForeignKind, type Marks, maskedText } from './marks.ts';
import { isTitle } from './title.ts';

export type FoundSentence = Span & { announced: boolean };

type Line = Span & { end: number; blank: boolean };
type State = {
  /** Lines up to the next blank one have the kind that was marked last. */
  paragraph: ForeignKind | undefined;
  /** The sender announced own rules. */
  announced: boolean;
  /** The following list was introduced as material. */
  itemsOfMaterial: boolean;
  ended: boolean;
  spoke: boolean;
};

const longestUnannouncedList = 6;
/** "Eve", "Document 2", "Stop hook feedback": more words than this before a colon are a clause. */
const longestLabelWords = 4;
const lookahead = 40;

export function walkLines(text: string, marks: Marks): FoundSentence[] {
  const lines = linesOf(text);
  const separators = lines.filter((line) => !line.blank && isSeparator(line.text));
  const found: FoundSentence[] = [];
  const state: State = {
    paragraph: undefined,
    announced: false,
    itemsOfMaterial: false,
    ended: lines.some((line) => !line.blank && !marks.isForeign(line.start) && marksPage(line.text)),
    spoke: false,
  };
  if (state.ended) marks.set('document', 0, text.length);
  const isLetter = lines.some((_, index) => endsLetter(lines, index));
  for (let index = 0; index < lines.length && !state.ended; index += 1) readLine(index);
  return found;

  function readLine(index: number): void {
    const line = lines[index]!;
    if (line.blank) state.paragraph = undefined;
    if (line.blank || isMarked(line)) return;
    if (isSeparator(line.text) && index > 0 && separators.length === 2 && separators[0] === line) {
      marks.set('document', line.start, separators[1]!.end);
      return;
    }
    const whole = openedBy(index);
    const shape = whole === undefined ? (shapeOf(line.text) ?? state.paragraph) : undefined;
    if (whole !== undefined) endAt(whole, line.start);
    else if (shape !== undefined) {
      marks.set(shape, line.start, line.end + 1);
      state.paragraph = shape;
    } else {
      state.spoke = true;
      readTalk(index);
    }
  }

  /** The kind of text that begins at this line and continues. */
  function openedBy(index: number): ForeignKind | undefined {
    const { text: line } = lines[index]!;
    if (isPrompt(line)) return 'output';
    if (opensMail(line) || isSalutation(line) || (isLetter && !state.spoke)) return 'mail';
    if (state.spoke && isGreeting(line)) return 'mail';
    const isDocument =
      isSeparator(line) ||
      isAddress(line) ||
      isHeading(line) ||
      isNotice(line) ||
      (!state.announced && isEnumeration(line)) ||
      isHardWrapped(lines, index) ||
      (!state.spoke && isTitle(line, lines[index + 1], lines[index + 2])) ||
      (!state.announced && !state.itemsOfMaterial && itemsFrom(lines, index) > longestUnannouncedList);
    return isDocument ? 'document' : undefined;
  }

  function readTalk(index: number): void {
    const line = lines[index]!;
    const item = withoutListMark(line);
    const isItem = item.start !== line.start;
    if (isItem && state.itemsOfMaterial) {
      marks.set('material', line.start, line.end + 1);
      return;
    }
    state.itemsOfMaterial = false;
    if (!isItem && beginsParagraph(lines, index)) state.announced = false;
    if ((isItem && state.announced) || !readLabel(item, isItem, index))
      addSentences(item, index, state.announced);
  }

  /** "Eve: …", "Context:", "My rules:", "Translate this: …". False if the line contains no such colon. */
  function readLabel(item: Span, isItem: boolean, index: number): boolean {
    const match = /^([^:：\n]{1,200})[:：](?=\s|$|[^\s\x21-\x7e])/u.exec(item.text.slice(0, 240));
    if (match === null || marks.isForeign(item.start + match[1]!.length)) return false;
    const clause = match[1]!.split(/(?<=[.!?。！？])\s*/u).at(-1)!;
    const opens = item.start + match[1]!.length - clause.length;
    const after = item.start + match[0].length;
    const rest = item.text.slice(match[0].length);
    const before = { text: item.text.slice(0, opens - item.start), start: item.start };
    const bare = clause.replace(/[*_]+/gu, '');
    const heads = index === 0 && rest.trim() === '' && headsRules(bare) && isOnlyList(index + 1);
    if (!isItem && (heads || announcesOwnRule(bare))) {
      if (rest.trim() === '') state.announced = true;
      addSentences(before, index, false);
      addSentences({ text: rest, start: after }, index, true);
      return true;
    }
    // A decision under its heading is the sender's own, up to the end of the line.
    if (headsDecision(bare) || changesMind(bare)) return false;
    const isClause = bare.trim().split(/\s+/u).length > longestLabelWords;
    const hands = handsOverText(bare) || isReport(bare) || isSupposed(bare);
    const isLabel = opens === item.start && !isClause && !isOrder(bare);
    if (!hands && !isLabel && rest.trim() !== '') return false;
    addSentences(before, index, false);
    if (state.ended || (rest.trim() === '' && isDelimited(index + 1))) return true;
    if (rest.trim() === '' && isClause && !hands && itemsFrom(lines, index + 1) > 0)
      state.itemsOfMaterial = true;
    else endAt(hands || rest.trim() === '' ? 'material' : 'speaker', hands ? after : opens);
    return true;
  }

  function isOnlyList(from: number): boolean {
    const rest = lines.slice(from).filter(({ text }) => text.trim() !== '');
    return rest.length > 0 && rest.every((line) => withoutListMark(line).start !== line.start);
  }

  function addSentences(span: Span, index: number, announced: boolean): void {
    const lineEnd = lines[index]!.start + lines[index]!.text.trimEnd().length;
    let reported = false;
    for (const sentence of splitSentences(span)) {
      const end = sentence.start + sentence.text.length;
      reported ||= isSupposed(sentence.text) || (!announced && repeatsOthers(sentence));
      if (reported) {
        marks.set('reported', sentence.start, end);
        state.paragraph = 'reported';
        continue;
      }
      found.push({ ...sentence, announced });
      const hands =
        end < lineEnd
          ? handsOverSameLine(sentence.text)
          : handsOverNextLine(sentence.text) && hasMore(index) && !isDelimited(index + 1);
      if (hands) {
        endAt('material', end);
        return;
      }
    }
  }

  function repeatsOthers(sentence: Span): boolean {
    return !isOrder(sentence.text) && isReport(maskedText(sentence, marks));
  }

  function endAt(kind: ForeignKind, from: number): void {
    marks.set(kind, from, text.length);
    state.ended = true;
  }

  function isMarked({ text: line, start }: Line): boolean {
    const from = start + line.length - line.trimStart().length;
    return marks.isForeign(from) && marks.count(start, start + line.length) >= line.trim().length * 0.8;
  }

  /** The next lines have explicit ends. */
  function isDelimited(from: number): boolean {
    const next = lines.slice(from, from + lookahead).find((line) => !line.blank);
    return (
      next !== undefined && (isMarked(next) || shapeOf(next.text) === 'quotation' || indentOf(next.text) >= 4)
    );
  }

  function hasMore(index: number): boolean {
    return lines.slice(index + 1, index + lookahead).some((line) => !line.blank);
  }
}

/** The kind of the line as a whole; undefined for conversation. */
function shapeOf(line: string): ForeignKind | undefined {
  if (/^\s{0,8}[>＞》┃]/u.test(line)) return 'quotation';
  if (indentOf(line) >= 4) return 'code';
  if (/^\s{0,3}\[(?![ xX]\])[^\]\n]{1,80}\]/u.test(line)) return 'speaker';
  if (isOutput(line)) return 'output';
  return isCodeLine(line) ? 'code' : undefined;
}

/** "Never use these: …" is an order with a list, not a label; "always tell me what it says" quotes nobody. */
function isOrder(clause: string): boolean {
  return /^\W{0,3}(?:please\s+)?(?:always|never|only|don['’]?t|do not|avoid|from now on|whenever|(?:every|each|any) ?time you|before you|(?:unless|until) (?:i )?(?:tell|told|ask|asked|say|instructed)|i(?:['’]d| would) (?:rather|prefer(?: it)?(?: if)?) you|you (?:must|should)|immer|nie|niemals|toujours|siempre|nunca|sempre|mai|всегда|никогда)(?!\p{L})/iu.test(
    clause,
  );
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).replace(/\r$/u, '');
    lines.push({ text: line, start, end, blank: line.trim() === '' });
    start = end + 1;
  }
  return lines;
}

function beginsParagraph(lines: readonly Line[], index: number): boolean {
  return index === 0 || lines[index - 1]!.blank;
}

/** The number of items in the list that begins at the line, up to a limit. */
function itemsFrom(lines: readonly Line[], index: number): number {
  let count = 0;
  for (let at = index; at < Math.min(lines.length, index + lookahead); at += 1) {
    const line = lines[at]!;
    if (line.blank) continue;
    if (withoutListMark(line).start === line.start) break;
    count += 1;
  }
  return count;
}

/** Lines of equal length that break inside sentences: copied from elsewhere. */
function isHardWrapped(lines: readonly Line[], index: number): boolean {
  const isWrapped = ({ text, blank }: Line) =>
    !blank && text.length >= 50 && text.length <= 100 && !/[.!?:;。！？]\s*$/u.test(text);
  const [first, second, third] = lines.slice(index, index + 3);
  if (first === undefined || second === undefined || third === undefined) return false;
  return beginsParagraph(lines, index) && isWrapped(first) && isWrapped(second) && !third.blank;
}

/** "Thanks,", then a name, then nothing. */
function endsLetter(lines: readonly Line[], index: number): boolean {
  if (lines[index]!.blank || !isSignOff(lines[index]!.text)) return false;
  const after = lines.slice(index + 1, index + 8).filter((line) => !line.blank);
  const isName = ({ text }: Line) => text.trim().length <= 60 && !/[.!?]$/u.test(text.trim());
  return after.length >= 1 && after.length <= 4 && after.every(isName);
}
