/** Summarizes a transcript: imports it into a temporary store and compacts it to its end. */
import type { Brief } from '../../brief/brief.ts';
import { isEverthreadError } from '../../errors.ts';
import type { Receipt, SummaryRecord, SummaryWishes } from '../../records/summary.ts';
import type { Thread } from '../../thread.ts';
import type { TranscriptOptions } from '../../transcripts/transcript.ts';
import type { OpenedEverthread } from '../open-everthread.ts';
import { onSummarizerTrouble } from '../summarizer-trouble.ts';
import { type ImportedSource, type ImportProgress, importSource } from './import-source.ts';
import type { TextSource } from './text-source.ts';

export type SummarizedThread = {
  id: string;
  title: string | undefined;
  format: string;
  messages: number;
  tokens: number;
  /** In order. Empty if there was nothing to summarize, for the reason in `reason`. */
  summaries: SummaryRecord[];
  receipts: Receipt[];
  reason?: string;
  /** Set if a brief was asked for and the conversation holds work. */
  brief?: Brief;
};

export type SummarizedSource = { source: ImportedSource; threads: SummarizedThread[] };

export type SummarizeProgress =
  | ImportProgress
  /** Calls for one summary. */
  | { stage: 'summarize'; done: number; total: number }
  /** Messages covered by summaries so far. */
  | { stage: 'cover'; done: number; total: number; perSecond: number; secondsLeft: number };

export async function summarizeTranscript(
  options: TranscriptOptions & {
    opened: OpenedEverthread;
    source: TextSource;
    /** Messages the strategy keeps verbatim. */
    window: number;
    /** Focus and detail of the summaries. */
    wishes?: SummaryWishes;
    /** Whether conversations that hold work get a brief besides their summaries. */
    withBrief?: boolean;
    onProgress?: (progress: SummarizeProgress) => void;
    /** Called when the summarizer failed and another one wrote instead. */
    onTrouble?: (text: string) => void;
  },
): Promise<SummarizedSource> {
  const {
    opened,
    source: file,
    window,
    wishes = {},
    withBrief = false,
    onProgress,
    onTrouble,
    ...reading
  } = options;
  const { everthread, store } = opened;
  const source = await importSource({
    ...reading,
    source: file.title === undefined ? { ...file, title: 'standard input' } : file,
    target: { everthread, store },
    threadId: undefined,
    ...(onProgress && { onProgress }),
  });
  // A compaction in several passes reports covered messages, which say more than the calls of each pass.
  let inPasses = false;
  const stops = [
    everthread.on('compaction-started', () => {
      if (!inPasses) onProgress?.({ stage: 'summarize', done: 0, total: 1 });
    }),
    everthread.on('progress', ({ done, total }) => {
      if (!inPasses) onProgress?.({ stage: 'summarize', done, total });
    }),
    everthread.on('compaction-progress', ({ done, total, perSecond, secondsLeft }) => {
      inPasses = true;
      onProgress?.({ stage: 'cover', done, total, perSecond, secondsLeft });
    }),
    onSummarizerTrouble(everthread, ({ text }) => onTrouble?.(text)),
  ];
  try {
    const threads: SummarizedThread[] = [];
    for (const { id, title, format } of source.threads) {
      const thread = await everthread.thread(id);
      threads.push({ id, title, format, ...(await summarizeThread(thread, { window, wishes, withBrief })) });
    }
    return { source, threads };
  } finally {
    for (const stop of stops) stop();
  }
}

async function summarizeThread(
  thread: Thread,
  { window, wishes, withBrief }: { window: number; wishes: SummaryWishes; withBrief: boolean },
): Promise<Omit<SummarizedThread, 'id' | 'title' | 'format'>> {
  const { messages, tokens } = await thread.state();
  if (messages === 0) {
    return { messages, tokens, summaries: [], receipts: [], reason: 'There are no messages in it.' };
  }
  const brief = withBrief ? await briefOfWork(thread, wishes) : undefined;
  // The imported thread may have settings of its own; those of the command take precedence.
  await thread.configure({ strategy: null, budgetTokens: null });
  const ends = await thread.append(
    Array.from({ length: window }, (_, index) => ({
      id: `end-${index + 1}`,
      role: 'user' as const,
      parts: [],
    })),
  );
  const endTokens = ends.reduce((sum, end) => sum + end.tokens, 0);
  const receipts: Receipt[] = [];
  let reason: string | undefined;
  // Compacts again while messages are left and each run covers more of them.
  for (let covered = -1; ; ) {
    const { coveredTo } = await thread.state();
    if (coveredTo >= messages || coveredTo <= covered) break;
    covered = coveredTo;
    const result = await thread.compact(wishes).catch((error: unknown) => {
      // The summarizer fails for a conversation of a few words, which has no shorter form.
      if (!isEverthreadError(error, 'summarizer_failed')) throw error;
      return { compacted: false as const, reason: error.message };
    });
    if (!result.compacted) {
      reason = result.reason;
      break;
    }
    receipts.push(...result.receipts);
  }
  const summaries = await thread.summaries();
  return {
    messages,
    tokens,
    summaries,
    receipts: receipts.map((receipt) => withoutEnds(receipt, window, endTokens)),
    ...(brief !== undefined && { brief }),
    ...(reason !== undefined && summaries.length === 0 && { reason }),
  };
}

const briefTokens = { short: 600, medium: 1_200, detailed: 2_500 };

async function briefOfWork(thread: Thread, wishes: SummaryWishes): Promise<Brief | undefined> {
  const { detail = 'medium', focus } = wishes;
  const tokens = briefTokens[detail];
  const brief = await thread.brief({ tokens, ...(focus === undefined ? {} : { focus }) });
  return brief.kind === 'work' ? brief : undefined;
}

/** Removes the appended empty messages from the figures of a receipt. */
function withoutEnds(receipt: Receipt, window: number, endTokens: number): Receipt {
  return {
    ...receipt,
    messagesBefore: receipt.messagesBefore - window,
    messagesAfter: receipt.messagesAfter - window,
    tokensBefore: receipt.tokensBefore - endTokens,
    tokensAfter: receipt.tokensAfter - endTokens,
  };
}
