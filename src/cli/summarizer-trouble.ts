/** Reports a failing summarizer once for each kind of trouble, not at every compaction. */
import type { Everthread } from '../everthread.ts';
import type { CallFailure } from '../summarizer.ts';

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
    everthread.on('summarizer-fallback', ({ threadId, from, to, reason, asked, rung, failure }) => {
      const kind = asked ? `${from} ${failure?.name ?? reason}` : followUp;
      const writer = rung === 'model' ? to : 'The built-in summarizer';
      const text = `${from} gave no summary (${clause(reason)}). ${remedy(failure)}${writer} wrote it instead.`;
      once(threadId, kind, text);
    }),
    everthread.on('diagnostic', ({ threadId, code, message, consequence, failure }) => {
      if (code !== 'summarizer_failed' || threadId === null) return;
      once(threadId, failure?.name ?? message, `${clause(message)}. ${remedy(failure)}${consequence}`);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function clause(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\s.]+$/u, '');
}

function remedy(failure: CallFailure | undefined): string {
  switch (failure?.status) {
    case 401:
    case 403:
      return 'Check its key. ';
    case 404:
      return 'Check the name of the model (--summarizer-model) and --base-url. ';
    default:
      return '';
  }
}
