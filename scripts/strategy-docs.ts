/** Generates docs/strategies.md from the prose here and the options in the code. `--write` writes the file. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeOptions, type StrategyName, strategyNames } from '../src/strategies/registry.ts';

const page = fileURLToPath(new URL('../docs/strategies.md', import.meta.url));

const about: Record<StrategyName, string> = {
  eternal:
    'The default. Watches the share of the budget that summaries and tail take. It compacts when that is cheaper over the coming turns than sending everything again, by the prices of the model and its prompt cache, and at 90 % of the budget in any case. If a model writes the summaries, they are prepared in the background from 75 % on and swapped in without waiting for a call. Neighbouring summaries merge into higher ones, so that a thread of any length is shown by O(log n) of them, the oldest stay byte for byte the same, and each message is rewritten O(log n) times. Merges are made from the originals if they fit one call, else from the leaf records. If those are too many, merges use partial results that are kept for later merges, so that no merge reads more than a few calls hold.',
  rolling:
    'One summary, rolled forward. Due when 20 messages arrived since the last compaction and something is older than the verbatim window of 20. The summarizer gets the previous summary and every message in between, and writes one that replaces it.',
  session:
    'For coding agents. Each compaction adds a segment: what was asked for, done and decided, the state of the work, and the modified files and used tools as read from the tool calls. All segments are shown in order; when they outgrow their share of the budget, neighbours merge.',
  tiered:
    'Three tiers: the last 20 messages in full, the next 50 condensed, everything older highly compressed. Messages that leave the condensed tier move into the compressed one. Also configurable from the section `summarization` of a YAML file: `enabled`, `recent_count`, `condensed_count`, `auto_summarize`, `auto_threshold`.',
  chain:
    'Token ratio with hysteresis, and structured records (key points, participants, decisions, action items, open questions, entities). Each record folds in the one before; at the depth cap the chain is re-rooted from the originals, so that it never drifts and never ends.',
  running:
    'A running summary and the messages after its checkpoint, for small budgets and retrieval. While it fits, everything is sent; when it does not, the oldest ten messages are merged into the summary, until it fits. Fresh resources stand before the summary and are never stored.',
};

export function renderPage(): string {
  const lines = [
    '# Strategies',
    '',
    'A strategy says when to summarize, what, and how it is shown. Give a name, or a name with options:',
    '',
    '```ts',
    "createEverthread({ strategy: 'eternal' });",
    "createEverthread({ strategy: { name: 'rolling', messages: 30, verbatimExchanges: 15 } });",
    "await thread.configure({ strategy: { name: 'tiered' } }); // one thread only; can be changed at any time",
    '```',
    '',
    "Every strategy also takes `overrides`: options by model or provider, `{ anthropic: { … }, 'claude-*': { … }, 'gpt-5': { … } }`, chosen by the model that contexts are sent to; the most specific wins.",
    '',
    'With every strategy, nothing is lost, a context never exceeds its budget, tool calls stay with their results, and a failing summarizer never disturbs a turn. A wrong option is refused with its name and what is accepted. The tables are made from the code by `make docs`.',
  ];
  for (const name of strategyNames) {
    lines.push(
      '',
      `## \`${name}\``,
      '',
      about[name],
      '',
      '| option | default | accepted | |',
      '| --- | --- | --- | --- |',
    );
    for (const row of describeOptions(name)) {
      const cells = [`\`${row.option}\``, row.default, row.accepted, row.about].map((cell) =>
        String(cell).replaceAll('|', '\\|'),
      );
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write'))
  writeFileSync(page, renderPage());
