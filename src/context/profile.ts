/**
 * The living profile of an owner as text, as it was at a given time. What was learned later is shown after the
 * next compaction, so that the beginning of a request stays the same between two compactions. Pure.
 */
import { statementKey } from '../facts/profile/statements.ts';
import type { EntryKind, Profile, ProfileEntry, ProfileSentence, ProfileValue } from '../records/profile.ts';
import type { TokenCounter } from '../tokens/counter.ts';

const headings: { readonly [kind in EntryKind]: string } = {
  fact: 'Facts:',
  preference: 'Preferences:',
  rule: 'Standing rules, said in other threads:',
};
const mostThemes = 12;
const longestValue = 300;

type Shown = { kind: EntryKind; line: string };

/** Undefined if there is nothing to show. The most important entries are shown while there is room. */
export function showProfile(options: {
  profile: Profile;
  /** The thread that shows it. What comes from this thread is left out, because its messages contain it. */
  threadId: string;
  /** ISO time. What was added later is not shown. */
  asOf: string;
  limitTokens: number;
  counter: Pick<TokenCounter, 'count'>;
}): string | undefined {
  const { profile, threadId, asOf, limitTokens, counter } = options;
  let left = limitTokens;
  const sentences = (profile.prose?.sentences ?? [])
    .filter((sentence) => holdsAt(sentence, asOf) && hasOtherSource(sentence, threadId))
    .filter(({ text }) => takeRoom(text));
  const citedStatements = new Set(sentences.flatMap(({ cites }) => cites));
  const entries = profile.entries
    .map((entry) => ({ entry, value: valueAt(entry, asOf) }))
    .filter(({ value }) => value !== undefined && value.sources[0]?.threadId !== threadId)
    .filter(({ entry, value }) => !citedStatements.has(statementKey(entry.id, value!.text)))
    .map(({ entry, value }) => ({ kind: entry.kind, line: lineOf(entry, value!) }));
  const themes = profile.themes
    .filter(({ addedAt }) => addedAt <= asOf)
    .toSorted((a, b) =>
      a.addedAt === b.addedAt ? (a.topic < b.topic ? -1 : 1) : a.addedAt < b.addedAt ? 1 : -1,
    )
    .slice(0, mostThemes)
    .map(({ topic }) => oneLine(topic));
  const shown: Shown[] = [];
  const headed = new Set<EntryKind>();
  const named = themes.filter((topic) => takeRoom(topic));
  for (const entry of entries) {
    const heading = headed.has(entry.kind) ? '' : headings[entry.kind];
    if (!takeRoom(heading, entry.line)) break;
    headed.add(entry.kind);
    shown.push(entry);
  }
  const text = textOf(sentences, shown, named);
  return text === '' ? undefined : text;

  /** Takes the room that the lines need. Returns false if there is too little. */
  function takeRoom(...lines: string[]): boolean {
    const tokens = lines.reduce((sum, line) => sum + (line === '' ? 0 : counter.count(line) + 1), 0);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  }
}

function holdsAt({ addedAt, until }: ProfileSentence, asOf: string): boolean {
  return addedAt <= asOf && (until === undefined || until > asOf);
}

/** Whether a sentence has a source outside this thread, or no source at all. */
function hasOtherSource({ sources }: ProfileSentence, threadId: string): boolean {
  return sources.length === 0 || sources.some((source) => source.threadId !== threadId);
}

function valueAt({ value, earlier }: ProfileEntry, asOf: string): ProfileValue | undefined {
  return [value, ...earlier].find(({ addedAt }) => addedAt <= asOf);
}

function lineOf(entry: ProfileEntry, value: ProfileValue): string {
  const before = [entry.value, ...entry.earlier];
  const older = before[before.indexOf(value) + 1];
  const earlier = older === undefined ? '' : `; before: ${oneLine(older.text)}`;
  return `- ${oneLine(value.text)} (${value.at.slice(0, 10)}${earlier})`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, longestValue).toWellFormed();
}

function textOf(
  sentences: readonly ProfileSentence[],
  entries: readonly Shown[],
  themes: readonly string[],
): string {
  const kinds = Object.keys(headings) as EntryKind[];
  const prose = sentences.map(({ text }) => oneLine(text)).join(' ');
  const lines = kinds.flatMap((kind) => {
    const own = entries.filter((one) => one.kind === kind).map(({ line }) => line);
    return own.length === 0 ? [] : [headings[kind], ...own];
  });
  const blocks = prose === '' ? lines : [prose, ...lines];
  if (themes.length > 0) blocks.push(`Running themes: ${themes.join(', ')}`);
  return blocks.join('\n');
}
