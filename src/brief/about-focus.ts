/** Passages about a focus, found in the whole archive of a thread, for a brief. */
import type { Redaction } from '../engine/redaction.ts';
import { renderMessageText } from '../message/text.ts';
import { excerptAround } from '../search/excerpt.ts';
import { searchMessages } from '../search/search-messages.ts';
import type { RecallPort } from '../search-index.ts';
import { textTerms } from '../text/terms.ts';
import { asOneLine, type BriefSection } from './brief.ts';

const mostPassages = 24;
const passageCharacters = 320;

export type FocusPorts = { recallPort: RecallPort; redaction: Pick<Redaction, 'shown' | 'told'> };

export async function sectionAbout(options: {
  ports: FocusPorts;
  threadId: string;
  focus: string;
  now: number;
}): Promise<BriefSection> {
  const { ports, threadId, focus, now } = options;
  const { hits } = await searchMessages({
    port: ports.recallPort,
    redaction: ports.redaction,
    threadIds: [threadId],
    query: focus,
    search: { limit: mostPassages, neighbours: 0 },
    now,
  });
  const terms = new Set(textTerms(focus));
  const lines = hits.map(({ message }) => {
    const text = excerptAround({ text: renderMessageText(message), terms, characters: passageCharacters });
    return `${asOneLine(text, passageCharacters + 20)} (#${message.seq}, ${message.name ?? message.role})`;
  });
  return { heading: `About: ${asOneLine(focus, 80)}`, lines };
}
