/** Reports a failing summarizer once for each kind of trouble, not at every compaction. */
import type { Everthread } from '../everthread.ts';

export type SummarizerTrouble = {
  threadId: string;
  /** The problem, with the provider's own words, and what happens next. */
  text: string;
};

/** The summarizer was not asked at all, because of trouble that was reported before. */
const followUp = 'not asked';

/** Calls `report` for each new kind of trouble, until the returned function is called. */
export function onSummarizerTrouble(
  everthread: Pick<Everthread, 'on'>,
  report: (trouble: SummarizerTrouble) => void,
): () => void {
  const reported = new Set<string>();
  const once = (threadId: string, kind: string, text: string) => {
    if (reported.has(kind) || (kind === followUp && reported.size > 0)) return;
    reported.add(kind);
    report({ threadId, text });
  };
  const stops = [
    everthread.on('summarizer-fallback', ({ threadId, from, to, reason }) => {
      const asked = from !== 'the configured summarizer';
      // Parts that vary from call to call, such as the id of a request, come after the colon.
      const kind = asked ? `${from} ${/^[^:]*/u.exec(reason)![0]}` : followUp;
      const writer =
        to.startsWith('extractive') || to.startsWith('truncation') ? 'The built-in summarizer' : to;
      once(
        threadId,
        kind,
        `${from} gave no summary (${clause(reason)}). ${remedy(reason)}${writer} wrote it instead.`,
      );
    }),
    everthread.on('diagnostic', ({ threadId, code, message, consequence }) => {
      if (code !== 'summarizer_failed' || threadId === null) return;
      once(
        threadId,
        message.split(':').slice(0, 3).join(':'),
        `${clause(message)}. ${remedy(message)}${consequence}`,
      );
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function clause(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\s.]+$/u, '');
}

function remedy(reason: string): string {
  if (/\bHTTP 40[13]\b/u.test(reason)) return 'Check its key. ';
  if (/\bHTTP 404\b/u.test(reason))
    return 'Check the name of the model (--summarizer-model) and --base-url. ';
  return '';
}
