/** What a profile states, piece by piece, for those who write of it: each with the key it is known by. Pure. */
import { sha256 } from '../../message/hash.ts';
import type { EntryKind, Profile, ProfileSource } from '../../records/profile.ts';

export type ProfileStatement = {
  /** The same as long as the same is said of the same, and holds or no longer holds. */
  key: string;
  kind: Exclude<EntryKind, 'rule'> | 'theme';
  subject: string;
  text: string;
  at: string;
  /** False for the value that the subject had before. */
  holds: boolean;
  sources: ProfileSource[];
};

/** The weightiest; the others are told by the entries alone. */
const mostStatements = 60;
const longestText = 300;

/** Standing rules are none of them: they are only ever told word for word. */
export function statementsOf({ entries, themes }: Pick<Profile, 'entries' | 'themes'>): ProfileStatement[] {
  const told = entries.flatMap(({ id, kind, subject, value, earlier }): ProfileStatement[] => {
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
  const shared = themes.map(
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
  return [...told.slice(0, mostStatements - Math.min(shared.length, 10)), ...shared.slice(0, 10)];
}

/** Of a value of an entry, as one that holds or as the one before. */
export function statementKey(entryId: string, text: string, holds = true): string {
  return `${entryId}.${shortHash(text)}${holds ? '' : '.before'}`;
}

/** Whether a statement with this key is one of this entry. */
export function isOfEntry(key: string, entryId: string): boolean {
  return key.startsWith(`${entryId}.`);
}

function shortHash(text: string): string {
  return sha256(text).slice(0, 12);
}
