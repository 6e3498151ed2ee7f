/** The single statements of a profile, each with a key, for the model that writes its prose. Pure. */
import { sha256 } from '../../message/hash.ts';
import type { EntryKind, Profile, ProfileSource } from '../../records/profile.ts';

export type ProfileStatement = {
  /** Stays the same as long as the statement and whether it holds do. */
  key: string;
  kind: Exclude<EntryKind, 'rule'> | 'theme';
  subject: string;
  text: string;
  at: string;
  /** False for the subject's earlier value. */
  holds: boolean;
  sources: ProfileSource[];
};

/** Only the statements of highest weight. The others are shown only as entries. */
const mostStatements = 60;
const longestText = 300;

/** Excludes standing rules, because they are only shown word for word. */
export function statementsOf({ entries, themes }: Pick<Profile, 'entries' | 'themes'>): ProfileStatement[] {
  const fromEntries = entries.flatMap(({ id, kind, subject, value, earlier }): ProfileStatement[] => {
    if (kind === 'rule') return [];
    return [value, ...earlier.slice(0, 1)].map(({ text, at, sources }) => ({
      ...{
        key: statementKey(id, text, text === value.text),
        kind,
        subject,
        text: text.slice(0, longestText),
      },
      ...{ at, holds: text === value.text, sources },
    }));
  });
  const fromThemes = themes.map(
    ({ topic, since, sources }): ProfileStatement => ({
      ...{
        key: `theme.${shortHash(topic)}`,
        kind: 'theme',
        subject: topic,
        text: topic.slice(0, longestText),
      },
      ...{ at: since, holds: true, sources },
    }),
  );
  return [
    ...fromEntries.slice(0, mostStatements - Math.min(fromThemes.length, 10)),
    ...fromThemes.slice(0, 10),
  ];
}

/** The key of an entry's current value, or of its earlier value. */
export function statementKey(entryId: string, text: string, holds = true): string {
  return `${entryId}.${shortHash(text)}${holds ? '' : '.before'}`;
}

/** Whether a statement with this key belongs to this entry. */
export function isOfEntry(key: string, entryId: string): boolean {
  return key.startsWith(`${entryId}.`);
}

function shortHash(text: string): string {
  return sha256(text).slice(0, 12);
}
