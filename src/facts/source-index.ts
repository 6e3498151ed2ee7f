/**
 * What the sources of a summary hold, in a form that answers "is this exact thing in there?" at once. Filled page by
 * page, so that a source of any length needs memory for its vocabulary only. Tolerant where honest writers are: 1,200
 * is 1200 and 1.2k, "three" is 3, the 5th of March is 2024-03-05, a file is known by the end of its path.
 */

import { stem } from '../text/stem.ts';
import { generalWords } from '../text/stop-words.ts';
import type { Claim } from './claims.ts';
import { type DateFields, dateSupports, dayOf, findDates, reachOf, shiftDays } from './dates.ts';
import { createClaims } from './found.ts';
import { findNumbers, isNear, precise } from './numbers.ts';
import { capitalizedRun, coins, ownWords, roleWords, spelledAcronym, withOrdinals } from './spoken-forms.ts';
import { normalizeText } from './text.ts';
import { commonAcronyms, sentenceStarters, units } from './word-lists.ts';
import { createWording } from './wording.ts';

export type SourceIndex = {
  /** `at` is the time of the message: a summary may name the day something was said. */
  add(text: string, at?: string): void;
  supports(claim: Claim): boolean;
  /** The claims that nothing supports. */
  unsupported(claims: readonly Claim[]): Claim[];
};

const token =
  /[^\s"'`<>()[\]{},;|“”‘’«»„「」『』《》、。，！？：；（）\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?/gu;
const longestToken = 300;
const mostPairs = 1_000_000;
/** Capitalized words this near to each other may be one name ("Alice (née Smith)", "Smith, Alice"). */
const nameReach = 6;
/** Text that waits to be read: mostly a claim stands word for word in one of the texts, and the others are never needed. */
const mostWaiting = 64 * 1024;

export function createSourceIndex(): SourceIndex {
  const tokens = new Set<string>();
  const words = new Set<string>();
  const pairs = new Set<string>();
  /** Words seen without a capital: ordinary language, free to stand beside any other. */
  const lowered = new Set<string>();
  /** First letters of neighbouring capitalized words. */
  const initials = new Set<string>();
  const numbers = new Set<number>();
  const measured = new Map<string, Set<number>>();
  const dates = new Map<string, DateFields>();
  /** Days messages were written on, and how many days from each their words can reach ("tomorrow": one). */
  const days = new Map<string, { day: DateFields; reach: number }>();
  /** Hours said in words: "half past six", "three o'clock". */
  const spokenHours = new Set<number>();
  let halfPast = false;
  const wording = createWording();
  let waiting: { text: string; at: string | undefined; lower: string | undefined }[] = [];
  let waitingCharacters = 0;

  function add(text: string, at?: string): void {
    waiting.push({ text, at, lower: undefined });
    waitingCharacters += text.length;
    if (waitingCharacters > mostWaiting) readAll();
  }

  function readAll(): void {
    for (const { text, at } of waiting) read(text, at);
    waiting = [];
    waitingCharacters = 0;
  }

  /** What is read supports a claim whatever else is read: so the texts that hold a claim's words are read first. */
  function unsupported(claims: readonly Claim[]): Claim[] {
    let left = claims.filter((claim) => !isSupported(claim));
    const wanted = new Set<(typeof waiting)[number]>();
    for (const { value } of left) {
      const words = value.toLowerCase();
      const holder = waiting.find((entry) => {
        entry.lower ??= entry.text.toLowerCase();
        return entry.lower.includes(words);
      });
      if (holder) wanted.add(holder);
    }
    for (const { text, at } of wanted) read(text, at);
    waiting = waiting.filter((entry) => !wanted.has(entry));
    waitingCharacters = waiting.reduce((sum, { text }) => sum + text.length, 0);
    left = left.filter((claim) => !isSupported(claim));
    if (left.length === 0) return left;
    readAll();
    return left.filter((claim) => !isSupported(claim));
  }

  function supports(claim: Claim): boolean {
    return unsupported([claim]).length === 0;
  }

  function read(text: string, at?: string): void {
    for (const [raw] of text.matchAll(token)) if (raw.length <= longestToken) addToken(raw);
    addWords(text);
    wording.add(text);
    addAcronyms(text);
    const taken = createClaims(text.length);
    let reach = 0;
    const spoken = withOrdinals(text);
    if (spoken !== text) for (const { readings } of findDates(spoken)) readings.forEach(addDate);
    for (const date of findDates(text)) {
      // "Two weeks ago" is also two weeks.
      if (date.readings.length > 0) taken.take(date.start, date.end);
      date.readings.forEach(addDate);
      reach = Math.max(reach, reachOf(date));
    }
    for (const number of findNumbers(text)) {
      const readings = [number.values, ...numbersInside(text, number)];
      const free = taken.free(number.start, number.end);
      for (const value of readings.flat()) if (free) numbers.add(precise(value));
      if (!free) continue;
      if (number.spelled || /^\s?o['’]clock/i.test(text.slice(number.end, number.end + 9))) {
        spokenHours.add(number.values[0]!);
      }
      const unit = /^(?:\s?|-)(%|[\p{L}µ]{1,20})/u
        .exec(text.slice(number.end, number.end + 24))?.[1]
        ?.toLowerCase();
      const known = unit === undefined ? undefined : units.get(unit);
      if (known === undefined) continue;
      const values = measured.get(known.measure) ?? new Set<number>();
      measured.set(known.measure, values);
      for (const value of number.values) values.add(precise(value * known.factor));
    }
    for (const match of text.matchAll(coins)) numbers.add(precise(Number(match[1]) + Number(match[2]) / 100));
    if (/\b(?:half past|thirty)\b/i.test(text)) halfPast = true;
    const day = at === undefined ? undefined : dayOf(at);
    if (day === undefined) return;
    const known = days.get(at!.slice(0, 10));
    if (known === undefined) days.set(at!.slice(0, 10), { day, reach });
    else known.reach = Math.max(known.reach, reach);
  }

  function addDate(reading: DateFields): void {
    dates.set(Object.values(reading).join('/') + Object.keys(reading).join('/'), reading);
  }

  /** "L_C_D_", "U.K." and "T. V." are LCD, UK and TV; "United Kingdom" may be called UK. */
  function addAcronyms(text: string): void {
    for (const [spelled] of text.matchAll(spelledAcronym)) {
      const letters = spelled.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
      words.add(letters);
      tokens.add(letters);
      lowered.add(letters);
    }
    for (const [run] of text.matchAll(capitalizedRun)) {
      const letters = Array.from(run.matchAll(/\p{Lu}(?=\p{Ll})/gu), ([letter]) => letter.toLowerCase());
      for (let from = 0; from < letters.length - 1; from += 1)
        for (let to = from + 2; to <= letters.length; to += 1) initials.add(letters.slice(from, to).join(''));
    }
  }

  function addToken(raw: string): void {
    // A tool's input is JSON: its line breaks are two characters there.
    if (/\\[nrt"]/.test(raw)) for (const piece of raw.split(/\\+[nrt"]/)) if (piece !== '') addToken(piece);
    const value = raw.toLowerCase().replace(/^[*:!=+…?~-]+(?=[^/])|[*:!?.…=&#-]+$/g, '');
    if (value === '') return;
    tokens.add(value);
    if (!/[^\p{L}]/u.test(value)) return;
    const bare = value
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/$/, '');
    tokens.add(bare);
    for (const piece of bare.split(/[^\p{L}\p{N}_$@.-]+/u))
      if (piece.length > 1) tokens.add(piece.replace(/^[.-]+|[.-]+$/g, ''));
    for (const piece of bare.split(/[^\p{L}\p{N}_$]+/u)) if (piece.length > 1) tokens.add(piece);
    const release = /@v?(\d[\w.+-]*)$/.exec(bare)?.[1];
    if (release !== undefined) tokens.add(release);
    if (bare.includes('/')) addPathParts(bare.replace(/:\d+(?::\d+)?$/, '').replace(/^(?:\.{1,2}\/)+/, ''));
    if (/^[0-9a-f]{12,64}$/.test(bare))
      for (let length = 7; length <= 12; length += 1) tokens.add(bare.slice(0, length));
    const version = /^v?(\d+(?:\.\d+)+)/.exec(bare)?.[1];
    if (version !== undefined)
      for (let dot = version.indexOf('.'); dot !== -1; dot = version.indexOf('.', dot + 1))
        tokens.add(version.slice(0, dot));
  }

  /** Every beginning and every end of a path, at its slashes. */
  function addPathParts(path: string): void {
    let count = 0;
    for (let slash = path.indexOf('/'); slash !== -1 && count < 24; slash = path.indexOf('/', slash + 1)) {
      count += 1;
      if (slash > 0) tokens.add(path.slice(0, slash));
      tokens.add(path.slice(slash + 1));
      // Folders in the middle: "src/facts" of "/home/me/src/facts/fact.ts".
      const next = path.indexOf('/', slash + 1);
      const afterNext = next === -1 ? -1 : path.indexOf('/', next + 1);
      if (afterNext !== -1) tokens.add(path.slice(slash + 1, afterNext));
    }
    tokens.add(path);
  }

  function addWords(text: string): void {
    let previous = '';
    const recent: string[] = [];
    for (const match of text.matchAll(word)) {
      if (match[0].length > 60) continue;
      const base = stem(match[0]);
      words.add(base);
      words.add(match[0].toLowerCase().replace(/['’]s$/, ''));
      // Beside an ordinary word anything may stand: only names are remembered together.
      if (/^\p{Ll}/u.test(match[0])) {
        lowered.add(base);
        previous = '';
        continue;
      }
      if (pairs.size < mostPairs) {
        if (previous !== '') pairs.add(`${previous} ${base}`);
        if (/^\p{Lu}/u.test(match[0])) {
          for (const other of recent) {
            pairs.add(`${other} ${base}`);
            pairs.add(`${base} ${other}`);
          }
          recent.push(base);
          if (recent.length > nameReach) recent.shift();
        }
      }
      previous = base;
    }
  }

  function hasNumber(values: readonly number[], claim: Claim): boolean {
    const known = claim.unit === undefined ? undefined : units.get(claim.unit);
    if (known !== undefined) {
      const same = measured.get(known.measure);
      if (same !== undefined && values.some((value) => same.has(precise(value * known.factor)))) return true;
      if (
        same !== undefined &&
        claim.approximate &&
        values.some((value) => isNear(same, value * known.factor))
      )
        return true;
    }
    if (values.some((value) => numbers.has(precise(value)))) return true;
    return claim.approximate === true && values.some((value) => isNear(numbers, value));
  }

  function isSaid(claimed: DateFields): boolean {
    for (const said of dates.values()) if (dateSupports(said, claimed)) return true;
    return false;
  }

  function hasDate(claimed: DateFields): boolean {
    if (isSaid(claimed)) return true;
    for (const { day, reach } of days.values()) {
      // "Tomorrow" said on the 7th is the 8th.
      for (let shift = -reach; shift <= reach; shift += 1)
        if (dateSupports(shift === 0 ? day : shiftDays(day, shift), claimed)) return true;
    }
    const { hour, minute, ...dayOnly } = claimed;
    const timed = hour !== undefined && Object.values(dayOnly).some((field) => field !== undefined);
    if (timed) return hasDate(dayOnly) && hasDate({ hour, minute });
    if (
      hour !== undefined &&
      spokenHours.has(hour % 12 || 12) &&
      (minute === 0 || (minute === 30 && halfPast))
    )
      return true;
    const { year, ...rest } = claimed;
    // The year is often said once, elsewhere, or only by the message's own time.
    return (
      year !== undefined &&
      rest.month !== undefined &&
      rest.day !== undefined &&
      isSaid(rest) &&
      hasDate({ year })
    );
  }

  /** Californian, Korean, Japanese: said of people from a place that was named. */
  function inhabited(part: string): string | undefined {
    const place = /^(.{3,})(?:ian|an|n|ese|ish)$/.exec(part)?.[1];
    if (place === undefined) return undefined;
    return [place, `${place}a`, `${place}ia`].find((name) => words.has(name));
  }

  function hasName(value: string): boolean {
    const parts = Array.from(normalizeName(value).matchAll(word), ([part]) =>
      part.toLowerCase().replace(/['’]s$/, ''),
    ).filter((part) => !generalWords.has(part) && part.length > 1);
    const known = (part: string) =>
      words.has(part) ||
      words.has(stem(part)) ||
      tokens.has(part) ||
      isAdverbOfKnown(part) ||
      inhabited(part) !== undefined ||
      isShortForm(part, value);
    const ordinary = (part: string) =>
      sentenceStarters.has(part) || ownWords.has(part) || roleWords.has(part);
    if (parts.some((part) => !known(part) && !ordinary(part) && !commonAcronyms.has(part.toUpperCase())))
      return false;
    const rest = parts.filter((part) => !ordinary(part));
    return rest.every((part, index) => index === 0 || stoodTogether(rest[index - 1]!, part));
  }

  function stoodTogether(left: string, right: string): boolean {
    const [first, second] = [stem(left), stem(right)];
    if (pairs.has(`${first} ${second}`) || pairs.has(`${second} ${first}`)) return true;
    if (lowered.has(first) || lowered.has(second)) return true;
    const place = inhabited(right);
    return place !== undefined && pairs.has(`${first} ${stem(place)}`);
  }

  /** "Thirdly" where a third was spoken of: with a capital at the beginning of a sentence, and no name. */
  function isAdverbOfKnown(part: string): boolean {
    return part.length > 5 && part.endsWith('ly') && words.has(stem(part.slice(0, -2)));
  }

  /** TVs, and UK where the United Kingdom was named. */
  function isShortForm(part: string, value: string): boolean {
    if (!/\p{Lu}{2}/u.test(value) || part.length > 7) return false;
    const singular = part.replace(/s$/, '');
    return words.has(singular) || initials.has(part) || initials.has(singular);
  }

  function hasToken(value: string): boolean {
    const lower = value.toLowerCase().trim().replace(/\(\)$/, '');
    const bare = lower
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/^www\./, '')
      .replace(/^(?:\.{1,2}\/)+/, '')
      .replace(/\/$/, '')
      .replace(/^--?(?=\w)/, '');
    const candidates = [
      lower,
      bare,
      lower.replace(/^[@#v]/, ''),
      `v${bare}`,
      bare.replace(/:\d+(?::\d+)?$/, ''),
      bare.replace(/^\//, ''),
      bare.replace(/s$/, ''),
    ];
    if (candidates.some((candidate) => candidate !== '' && tokens.has(candidate))) return true;
    return words.has(stem(bare));
  }

  function isSupported(claim: Claim): boolean {
    switch (claim.kind) {
      case 'quantity':
      case 'money':
        return (
          hasNumber(claim.numbers ?? [], claim) ||
          (claim.spelled === true &&
            (claim.numbers ?? []).some((value) => value <= 12) &&
            !units.has(claim.unit ?? ''))
        );
      case 'date':
        return (claim.readings ?? []).length === 0 || claim.readings!.some(hasDate);
      case 'name':
        return hasName(claim.value);
      case 'command':
      case 'code':
        return Array.from(claim.value.matchAll(token), ([part]) => part.replace(/[.,:;!?]+$/, '')).every(
          (part) => !/[\p{L}\p{N}]/u.test(part) || hasToken(part),
        );
      case 'path':
        return (
          hasToken(claim.value) ||
          (claim.value.includes(' ') && claim.value.split(/\s+/).every((part) => hasToken(part)))
        );
      case 'version':
        return hasToken(claim.value) || numbers.has(precise(Number(claim.value.replace(/^v/i, ''))));
      case 'identifier':
        return (
          hasToken(claim.value) ||
          (/^#?\d+$/.test(claim.value) && numbers.has(precise(Number(claim.value.replace('#', '')))))
        );
      case 'quote':
        return wording.holds(claim.value);
      default:
        return hasToken(claim.value);
    }
  }

  return { add, supports, unsupported };
}

function normalizeName(value: string): string {
  return normalizeText(value).replace(/[.]/g, ' ');
}

/** "twenty-five" also says 25 piece by piece in "25-30": the plain digits of a group stay findable. */
function numbersInside(text: string, span: { start: number; end: number }): number[][] {
  const raw = text.slice(span.start, span.end);
  return /^\d+[,.]\d+$/.test(raw) && raw.includes(',') ? [raw.split(',').map(Number)] : [];
}
