/**
 * Measures recall (R-49, R-50) in meetings: how many sentences of the turns a query is about are in the context word
 * for word. QMSum names the turns. A turn may be one word or a speech of pages, of which recall quotes a piece.
 */
import { splitSentences } from '../src/text/sentences.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { retrievalOver } from './baselines/retrieval.ts';
import type { Evaluation } from './evaluation.ts';
import { contextsOf } from './recall-answers.ts';
import { type AskedQuestion, type Conversation, qmsumMeetings } from './recall-data.ts';

const budgets = [1_000, 2_000, 4_000];
const names = ['BM25', 'BM25 with neighbours', 'Everthread, words'] as const;
const kinds = ['all', 'short turns', 'long turns'] as const;
/** A query is counted as one of long turns if the median turn of its evidence has at least this many words. */
const longTurn = 60;
const leastWords = 4;

type Sums = Map<string, { share: number; questions: number }>;

async function measure(meetings: readonly Conversation[], warn: (message: string) => void): Promise<Sums> {
  const sums: Sums = new Map();
  const add = (key: string, share: number) => {
    const before = sums.get(key) ?? { share: 0, questions: 0 };
    sums.set(key, { share: before.share + share, questions: before.questions + 1 });
  };
  for (const [index, meeting] of meetings.entries()) {
    warn(`meeting ${index + 1} of ${meetings.length}`);
    const retrieval = retrievalOver(meeting.turns, createTokenCounter());
    for (const budget of budgets) {
      const contextOf = await contextsOf(meeting, budget);
      for (const question of meeting.questions) {
        const shown = (order: readonly number[]) =>
          [...retrieval.fill(order, budget)].map((turn) => meeting.turns[turn]!.text).join('\n');
        const texts = [
          shown(retrieval.bm25(question.text, { neighbours: 0 })),
          shown(retrieval.bm25(question.text, { neighbours: 1 })),
          await contextOf(question.text),
        ];
        const sentences = sentencesOf(meeting, question);
        for (const [system, text] of texts.entries()) {
          const share =
            sentences.filter((sentence) => text.includes(sentence)).length / (sentences.length || 1);
          for (const kind of ['all', kindOf(meeting, question)])
            add(`${budget} ${names[system]} ${kind}`, share);
        }
      }
      await contextOf.close();
    }
  }
  return sums;
}

/** The sentences to look for. Short ones are left out, because any context holds "Okay." */
function sentencesOf({ turns }: Conversation, { evidence }: AskedQuestion): string[] {
  return evidence
    .flatMap((index) => splitSentences({ text: turns[index]!.text, start: 0 }))
    .map(({ text }) => text)
    .filter((text) => wordsOf(text) >= leastWords);
}

function kindOf({ turns }: Conversation, { evidence }: AskedQuestion): (typeof kinds)[number] {
  const lengths = evidence.map((index) => wordsOf(turns[index]!.text)).sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)]! >= longTurn ? 'long turns' : 'short turns';
}

function wordsOf(text: string): number {
  return text.split(/\s+/u).length;
}

function table(sums: Sums, budget: number): string {
  const rows = names.map((name) => {
    const cells = kinds.map((kind) => {
      const { share, questions } = sums.get(`${budget} ${name} ${kind}`)!;
      return `${((100 * share) / questions).toFixed(1)} %`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const heads = kinds.map((kind) => `${kind} (${sums.get(`${budget} ${names[0]} ${kind}`)!.questions})`);
  return [`| context | ${heads.join(' | ')} |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n');
}

const method = `Share of the sentences in the spans a query is about (of ${leastWords} words and more) that stand in the context word for word, mean over the specific queries; *long turns* are queries whose turns have ${longTurn} words and more in the middle. Each meeting is a thread, compacted as it goes; the budget is that of the whole context, as for the conversations above, and the baselines have all of it for whole turns. These are figures of a development set: the ranking was fitted to every second of these meetings, among others, and variants were compared on the rest.`;

export const recallMeetings: Evaluation = {
  name: 'recall-meetings',
  title: 'Recall in meetings',
  async run({ warn }) {
    const meetings = qmsumMeetings();
    if (meetings === null) {
      warn('SKIPPED: qmsum/val.jsonl is not in the data folder (set EVERTHREAD_DATA to where it lies).');
      return null;
    }
    const sums = await measure(meetings, warn);
    const tables = budgets.map(
      (budget) => `### ${budget.toLocaleString('en-US')} tokens\n\n${table(sums, budget)}`,
    );
    return ['## QMSum val, specific queries', method, ...tables].join('\n\n');
  },
};
