/**
 * Texts that a person wrote or pinned outlive their summaries (R-42), and preserved system messages outlive the
 * messages around them (R-9). The summary that replaces theirs ends with them, word for word.
 */
import type { KeptText, SummaryRecord } from '../records/summary.ts';
import type { SummaryRequest } from '../summarizer.ts';

/** What the replacement of these summaries must carry over. */
export function keptTexts(replaced: readonly SummaryRecord[]): KeptText[] {
  const kept = new Map<string, KeptText>();
  for (const summary of replaced) {
    const own = ownText(summary);
    if ((summary.edited || summary.pinned) && own.trim() !== '') {
      kept.set(own, { text: own, from: summary.from, to: summary.to });
    }
    for (const entry of summary.kept ?? []) kept.set(entry.text, entry);
    if (summary.shape === 'verbatim' && own.trim() !== '')
      kept.set(own, { text: own, from: summary.from, to: summary.to, role: 'system' });
  }
  return [...kept.values()].sort((a, b) => a.from - b.from);
}

export function withKeptTexts(text: string, kept: readonly KeptText[]): string {
  return text + kept.map((entry) => `\n\n${labelled(entry)}`).join('');
}

/** The summary's own text, without the texts it carries. */
export function ownText({ text, kept }: Pick<SummaryRecord, 'text' | 'kept'>): string {
  const carried = withKeptTexts('', kept ?? []);
  return carried !== '' && text.endsWith(carried) ? text.slice(0, -carried.length) : text;
}

/**
 * Summaries as a summarizer reads them. Texts by a person are left out if there is anything else to summarize: they are
 * carried over word for word, and retelling them would repeat them.
 */
export function readableTexts(
  summaries: readonly SummaryRecord[],
  hasMessages: boolean,
): SummaryRequest['previous'] {
  const byMachine = summaries.filter((summary) => !summary.edited && !summary.pinned);
  const readable = byMachine.length > 0 || hasMessages ? byMachine : summaries;
  return readable.map((summary) => ({
    text: ownText(summary),
    record: summary.record,
    from: summary.from,
    to: summary.to,
  }));
}

function labelled({ text, from, to, role }: KeptText): string {
  if (role === 'system')
    return `System message ${from === to ? from : `${from}–${to}`}, word for word: ${text}`;
  return `Noted by a person (messages ${from}–${to}): ${text}`;
}
