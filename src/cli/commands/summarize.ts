/** `everthread summarize`: prints the summary of a transcript and a receipt; stores nothing. */
import { summaryDetails } from '../../records/summary.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { readableFormats } from '../format-names.ts';
import type { ProgressLine } from '../progress.ts';
import { readChoice, readCount } from '../read-argument.ts';
import { counted, duration, figure } from '../terminal/figures.ts';
import { sanitize, sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import type { SummarizedThread, SummarizeProgress } from '../transfer/summarize-transcript.ts';
import type { View } from '../views/view.ts';

const widestText = 100;

export const summarizeCommand: Command = {
  name: 'summarize',
  summary: 'Summarize a transcript of any size, without keeping it.',
  usage:
    'summarize <file> [--strategy <name>] [--words <n>] [--focus <words>] [--detail <name>] [--output <file>] [--json]',
  options: [
    { flag: '<file>', about: 'a transcript of any format that import reads; - is standard input' },
    {
      flag: '--strategy <name>',
      about: 'rolling (default: one text), eternal, session, tiered, chain or running',
    },
    { flag: '--words <n>', about: 'about how many words; with rolling and running. Default 300 and 200' },
    { flag: '--focus <words>', about: 'the subject to concentrate on' },
    { flag: '--detail <name>', about: `${summaryDetails.join(', ')}; by default it follows the budget` },
    { flag: '--output <file>', about: 'where the summary goes; default: standard output' },
    {
      flag: '--format <name>',
      about: 'read the transcript as this; found by its content when left out',
      choices: readableFormats,
    },
    {
      flag: '--lenient',
      about: 'leave out lines that cannot be read; without it, such a line ends the command',
    },
    { flag: '--json', about: 'summary, facts and receipts as JSON' },
    ...settingRows([
      'budget',
      'summarizer',
      'provider',
      'model',
      'summarizerModel',
      'prompts',
      'baseUrl',
      'personalData',
    ]),
  ],
  examples: [
    { command: 'summarize session.jsonl', about: 'one text, and what it stands for' },
    {
      command: 'summarize session.jsonl --strategy session',
      about: 'in bullets, with the files that were changed',
    },
    {
      command: 'summarize session.jsonl --focus "the parser" --detail short',
      about: 'about one thing above all',
    },
    { command: 'summarize meeting.json --words 120 --output minutes.md', about: 'short, into a file' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'summarize',
      args,
      options: {
        output: { type: 'string' },
        format: { type: 'string' },
        words: { type: 'string' },
        focus: { type: 'string' },
        detail: { type: 'string' },
        lenient: { type: 'boolean' },
      },
      positionals: { min: 1, max: 1, name: 'file' },
    });
    const [
      { resolveSettings },
      { oneSource, readFormat, withTranscriptDatabase },
      { summarizeTranscript },
      { budgetForWords, closingStrategy, leastWords },
      { createProgress, createRate, size },
      { writePieces },
      { viewOf },
      { checkWishes },
    ] = await Promise.all([
      import('../config/settings.ts'),
      import('../transfer/one-source.ts'),
      import('../transfer/summarize-transcript.ts'),
      import('../transfer/summarize-strategy.ts'),
      import('../progress.ts'),
      import('../transfer/output-file.ts'),
      import('../views/view.ts'),
      import('../../compaction/wishes.ts'),
    ]);
    const reading = readFormat(values.format);
    const words = readCount('--words', values.words, { least: leastWords, most: 100_000 });
    const detail = readChoice('--detail', values.detail, summaryDetails);
    if (words !== undefined && detail !== undefined) {
      throw new UsageError('--words and --detail both set the length: give one of them.');
    }
    const wishes = {
      ...(values.focus === undefined ? {} : { focus: values.focus }),
      ...(detail === undefined ? {} : { detail }),
    };
    checkWishes(wishes);
    const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
    const asked = settings.sources.strategy.from === 'flag' ? settings.values.strategy : { name: 'rolling' };
    const { strategy, window } = closingStrategy(asked, words);
    const budget = settings.values.budget ?? (words === undefined ? undefined : budgetForWords(words));
    const source = await oneSource('summarize', positionals[0]!, io);
    const progress = createProgress(io);
    const rate = createRate();
    // One text for a whole session says little about its work, so a brief goes with it unless a form was asked for.
    const withBrief = settings.sources.strategy.from !== 'flag' && words === undefined;
    const changed = { strategy, budget };
    const { threads } = await withTranscriptDatabase(
      { settings, values: changed, source },
      async (opened) => {
        try {
          return await summarizeTranscript({
            ...reading,
            opened,
            source,
            window,
            wishes,
            withBrief,
            lenient: values.lenient === true,
            onTrouble: (text) => {
              progress.clear();
              io.stderr.write(`everthread: ${sanitizeLine(text)}\n`);
            },
            onProgress: (step) => progress.show(progressLine(step, { rate, size })),
          });
        } finally {
          progress.clear();
        }
      },
    );

    const view = viewOf(io);
    const toScreen = values.output === undefined && io.isTerminal;
    const text = json
      ? `${terminalJson({ file: source.name, strategy: strategy.name, threads: threads.map(reportOf) })}\n`
      : threads.map((thread) => summaryText(thread, threads.length > 1)).join('\n');
    const shown = toScreen && !json ? fitted(text, view) : text;
    await writePieces([shown], { file: values.output, io });
    if (!json) {
      // A pipe gets only the summary; receipts go to standard error.
      const out = values.output === undefined && !io.isTerminal ? io.stderr : io.stdout;
      for (const thread of threads) out.write(await receiptText(thread, view));
    }
    return exitCodes.ok;
  },
};

function progressLine(
  step: SummarizeProgress,
  describe: { rate(messages: number): string; size(bytes: number): string },
): ProgressLine {
  switch (step.stage) {
    case 'summarize': {
      const { done, total } = step;
      return { label: 'summarizing', done, total, detail: `${figure(done)} of ${figure(total)}` };
    }
    case 'cover': {
      const { done, total, perSecond, secondsLeft } = step;
      const detail = `${figure(done)} of ${counted(total, 'message')}, ${figure(perSecond)}/s, ${duration(secondsLeft * 1_000)} left`;
      return { label: 'summarizing', done, total, detail };
    }
    default: {
      const { bytes, messages, total } = step;
      const detail = `${describe.size(bytes)}, ${counted(messages, 'message')}, ${describe.rate(messages)}`;
      return { label: 'reading', done: bytes, total, detail };
    }
  }
}

function summaryText(thread: SummarizedThread, several: boolean): string {
  const { id, title, summaries, reason, brief } = thread;
  const heading = several ? `# ${sanitizeLine(title ?? id)}\n\n` : '';
  if (summaries.length === 0) return `${heading}(${sanitizeLine(reason ?? 'Nothing to summarize.')})\n`;
  const texts = summaries.map((summary) => {
    const range = summaries.length > 1 ? `## Messages ${figure(summary.from)}–${figure(summary.to)}\n\n` : '';
    return `${range}${sanitize(summary.text).trim()}\n`;
  });
  // A brief has a heading of its own.
  if (brief !== undefined) return `${sanitize(brief.text)}\n\n## Summary\n\n${texts.join('\n')}`;
  return heading + texts.join('\n');
}

async function receiptText(thread: SummarizedThread, view: View): Promise<string> {
  const { summarizeBox } = await import('../views/summarize-box.ts');
  const { receipts, summaries, reason = 'Nothing to summarize.' } = thread;
  const receipt = receipts.at(-1);
  const result =
    receipt === undefined
      ? { compacted: false as const, reason }
      : { compacted: true as const, receipt, receipts };
  return `\n${summarizeBox({ result, summaries }, view)}`;
}

function reportOf(thread: SummarizedThread) {
  const { id, title, format, messages, tokens, summaries, receipts, reason, brief } = thread;
  return {
    thread: id,
    ...(title !== undefined && { title }),
    format,
    messages,
    tokens,
    summaries: summaries.map(
      ({ from, to, level, text, tokens: size, record, segment, facts, survival, fidelity, model }) => ({
        from,
        to,
        level,
        text,
        tokens: size,
        record,
        segment,
        facts,
        survival,
        fidelity,
        model,
      }),
    ),
    receipts,
    ...(brief !== undefined && { brief }),
    ...(reason !== undefined && { reason }),
  };
}

function fitted(text: string, { columns }: View): string {
  return text
    .split('\n')
    .flatMap((line) => wrap(line, Math.min(columns, widestText)))
    .join('\n');
}
