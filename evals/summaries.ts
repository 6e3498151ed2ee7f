/**
 * Quality of the built-in extractive summarizer on public dialogue and meeting sets, compared with classical
 * extractive baselines at the same length. No model is called, so every figure can be reproduced.
 */
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { type Baseline, type BaselineDocument, documentOf, fill, wordCount } from './baselines/document.ts';
import { lead, leadTail } from './baselines/lead.ts';
import { lexRank } from './baselines/lexrank.ts';
import { lsa } from './baselines/lsa.ts';
import { textRank } from './baselines/textrank.ts';
import { type DataSet, dialogSum, type Example, locomoSessions, qmSum } from './data.ts';
import type { Evaluation } from './evaluation.ts';
import { meanScores, type RougeScores, rouge, rougeMeasures } from './rouge.ts';

type System = { name: string; summarize(example: Example, maxWords: number): Promise<string> | string };
type Row = { name: string; scores: RougeScores; words: number };

const baselines: readonly Baseline[] = [lexRank(), textRank(), lsa(), lead, leadTail];
const heading = { r1: 'ROUGE-1', r2: 'ROUGE-2', l: 'ROUGE-L', lsum: 'ROUGE-Lsum' } as const;

function baselineSystems(): System[] {
  return [false, true].flatMap((withSpeakers) => {
    // All baselines share the split and stemmed sentences, because making them takes longer than ranking.
    const documents = new Map<Example, BaselineDocument>();
    const documentFor = (example: Example) => {
      const document = documents.get(example) ?? documentOf(example.transcript, { withSpeakers });
      documents.set(example, document);
      return document;
    };
    return baselines.map((baseline) => ({
      name: `${baseline.name}${withSpeakers ? ', speakers named' : ''}`,
      summarize(example: Example, maxWords: number) {
        const document = documentFor(example);
        return fill(document, baseline.rank(document), maxWords);
      },
    }));
  });
}

function ownSystem(): System {
  const summarizer = extractive();
  return {
    name: 'Everthread extractive',
    async summarize({ transcript }, maxWords) {
      const { text } = await summarizer.summarize({
        shape: 'plain',
        previous: [],
        transcript,
        facts: [],
        limits: { targetTokens: 100_000, maxWords, maxOutputTokens: 100_000 },
        meta: { totalMessages: transcript.length, totalTokens: 0, depth: 0, strategy: 'rolling' },
        signal: new AbortController().signal,
      });
      return text;
    },
  };
}

async function score(system: System, examples: readonly Example[], maxWords: number): Promise<Row> {
  const scores: RougeScores[] = [];
  let words = 0;
  for (const example of examples) {
    const summary = await system.summarize(example, maxWords);
    words += wordCount(summary) / examples.length;
    scores.push(rouge(example.reference, summary));
  }
  return { name: system.name, scores: meanScores(scores), words };
}

export async function reportOn({ name, examples }: DataSet): Promise<string> {
  const total = examples.reduce((sum, { reference }) => sum + wordCount(reference), 0);
  const maxWords = Math.round(total / examples.length);
  const rows: Row[] = [];
  for (const system of baselineSystems()) rows.push(await score(system, examples, maxWords));
  const own = await score(ownSystem(), examples, maxWords);
  return [
    `## ${name}: ${examples.length} dialogues, at most ${maxWords} words each`,
    '',
    `| system | ${rougeMeasures.map((measure) => heading[measure]).join(' | ')} | words |`,
    `| --- | ${rougeMeasures.map(() => '---:').join(' | ')} | ---: |`,
    ...[...rows, own].map(line),
    gainLine(rows, own),
  ].join('\n');
}

function line({ name, scores, words }: Row): string {
  const figures = rougeMeasures.map((measure) => (scores[measure] * 100).toFixed(2));
  return `| ${name} | ${figures.join(' | ')} | ${words.toFixed(1)} |`;
}

function gainLine(rows: readonly Row[], own: Row): string {
  const gains = rougeMeasures.map((measure) => {
    const best = Math.max(...rows.map(({ scores }) => scores[measure]));
    return `${(100 * (own.scores[measure] / best - 1)).toFixed(1)} %`;
  });
  return `| *gain over the best baseline of each column* | ${gains.join(' | ')} | |`;
}

const method = `ROUGE is computed as the common rouge_score package defines it (F1, lower case, stop words kept, stems by Porter's algorithm of 1980, with its author's later changes). ROUGE-L takes each text as one sequence; ROUGE-Lsum takes the union by sentence. The length is the same for every system: the average number of words of the set's references. Baselines take whole sentences in order of rank until it is reached and cut the last one there; sentences with fewer than three content words are left out for them. The summarizer keeps whole sentences and may use fewer words. Each baseline is scored with the words as spoken and with the speaker named before each sentence; the gain is over the best of all of them. The summarizer was adjusted while looking at all three sets: these are figures of development sets.`;

export const summaries: Evaluation = {
  name: 'summaries',
  title: 'Extractive summaries against classical baselines',
  async run({ warn }) {
    const sets = {
      'dialogsum/dialogsum.dev.jsonl': dialogSum(),
      'qmsum/val.jsonl': qmSum(),
      'locomo/locomo-dev5.json': locomoSessions(),
    };
    const sections: string[] = [];
    for (const [file, set] of Object.entries(sets)) {
      if (set) sections.push(await reportOn(set));
      else warn(`SKIPPED: ${file} is not in the data folder (set EVERTHREAD_DATA to where it lies).`);
    }
    return sections.length === 0 ? null : [method, ...sections].join('\n\n');
  },
};
