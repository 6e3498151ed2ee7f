/** A chat's brief: what it is about, what was asked, decided and promised, what is open, and the rules that hold. */
import type { Pin } from '../records/pin.ts';
import type { StructuredRecord } from '../records/summary.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import { actOf } from '../summarizers/extractive/acts.ts';
import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { asOneLine, type BriefSection } from './brief.ts';

const lineCharacters = 400;

export function chatSections(options: {
  record: StructuredRecord;
  entries: readonly TranscriptEntry[];
  rules: readonly Pick<Pin, 'text' | 'seq'>[];
}): BriefSection[] {
  const { record, entries, rules } = options;
  const { decisions, actionItems, unresolved, participants } = record.context;
  const listed = (items: readonly string[]) => items.map((item) => asOneLine(item, lineCharacters));
  return [
    {
      heading: 'What it is about',
      lines: [record.summary.trim()].filter((text) => text !== ''),
      prose: true,
    },
    { heading: 'Requests', lines: requestsOf(entries), newestFirst: true },
    { heading: 'Rules', lines: rules.map(({ text, seq }) => `${asOneLine(text, lineCharacters)} (#${seq})`) },
    { heading: 'Decisions', lines: listed(decisions) },
    {
      heading: 'Promises',
      lines: actionItems.map(({ owner, task, due }) =>
        asOneLine(
          `${owner === '' ? '' : `${owner}: `}${task}${due === '' ? '' : ` (${due})`}`,
          lineCharacters,
        ),
      ),
    },
    { heading: 'Open questions', lines: listed(unresolved) },
    { heading: 'Also said', lines: listed(record.keyPoints) },
    {
      heading: 'People',
      lines: participants.length > 2 ? [asOneLine(participants.join(', '), lineCharacters)] : [],
    },
  ];
}

/** What the user asked for, newest first: the sentences that ask, as they were written, once a message. */
function requestsOf(entries: readonly TranscriptEntry[]): string[] {
  const asked = entries.filter(({ role, name }) => role === 'user' && name === undefined);
  const english =
    detectLanguage(
      asked
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 20_000),
    ) === 'en';
  const lines: string[] = [];
  for (const { text, seq } of asked.toReversed()) {
    const sentences = text.split('\n').flatMap((line) => splitSentences({ text: line, start: 0 }));
    const asking = sentences.find(({ text: sentence }) => {
      const act = actOf(sentence.trim(), sentence.split(/\s+/u).length, { english });
      return act === 'request' || act === 'question';
    });
    if (asking !== undefined) lines.push(`${asOneLine(asking.text, lineCharacters)} (#${seq})`);
  }
  return lines;
}
