/** The themes of an owner: topics that several threads share. Pure. */
import type { ProfileMaterial, ProfileTheme } from '../../records/profile.ts';
import { stem } from '../../text/stem.ts';
import { byTime, sourceOf } from './settle-endings.ts';

/** A single word shared by two threads may be a coincidence. */
const leastForWord = 3;
/** How an answer shall look is no theme. */
const formStems: ReadonlySet<string> = new Set(
  'bullet point list table column row step word sentence paragraph example summary format heading section line page short brief simple detail answer question version draft text message email file code'
    .split(' ')
    .map(stem),
);

export function themesOf(topics: ProfileMaterial['topics']): ProfileTheme[] {
  const themes = topics.map(({ threads, notes }) => {
    const known = notes.map(({ addedAt }) => addedAt).sort();
    const times = notes.map(({ at }) => at).sort();
    return {
      topic: notes.toSorted(byTime)[0]!.value,
      subject: notes[0]!.subject.split(' '),
      // One thread makes no theme, so a theme begins with the second.
      addedAt: known[1] ?? known[0]!,
      threads,
      since: times[0]!,
      until: times.at(-1)!,
      sources: notes.map(sourceOf),
    };
  });
  // Drops "raspberry" if at least as many threads share "raspberry canes".
  const isPartOfLonger = (theme: (typeof themes)[number]) =>
    theme.subject.length === 1 &&
    themes.some(
      ({ subject, threads }) =>
        subject.length > 1 && subject.includes(theme.subject[0]!) && threads >= theme.threads,
    );
  const isVague = ({ subject, threads }: (typeof themes)[number]) =>
    subject.length === 1 && threads < leastForWord;
  const isAboutForm = ({ subject }: (typeof themes)[number]) => subject.every((word) => formStems.has(word));
  const kept = themes.filter((theme) => !isVague(theme) && !isPartOfLonger(theme) && !isAboutForm(theme));
  return joined(kept).map(({ subject: _subject, ...theme }) => theme);
}

type NamedTheme = ProfileTheme & { subject: string[] };

/** "New York" and "York Times" of the same threads are one name. */
function joined(themes: readonly NamedTheme[]): NamedTheme[] {
  const left = [...themes];
  for (const first of themes) {
    const second = left.find(
      (other) =>
        first.subject.length === 2 &&
        other.subject.length === 2 &&
        other.subject[0] === first.subject[1] &&
        other.threads === first.threads &&
        isName(first.topic) &&
        isName(other.topic),
    );
    if (second === undefined || !left.includes(first)) continue;
    const topic = `${first.topic} ${second.topic.split(' ').at(-1)}`;
    left.splice(left.indexOf(first), 1, { ...first, topic });
    left.splice(left.indexOf(second), 1);
  }
  return left;
}

function isName(topic: string): boolean {
  return topic.split(' ').every((word) => /^\p{Lu}/u.test(word));
}
