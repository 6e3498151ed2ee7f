/** The closing screen of the demo: before and after, and proof that nothing was lost. */
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { padEnd, padStart, wrap } from '../terminal/width.ts';
import { bar, counted, figure, percent } from './bars.ts';
import type { DemoReport } from './report.ts';
import { strataList, strataPicture } from './strata.ts';

const widestScreen = 100;

type Page = { style: Style; columns: number };

export function closingScreen(report: DemoReport, { style, columns }: Page): string {
  const page = { style, columns: Math.min(columns, widestScreen) - 1 };
  const blocks = [
    sizes(report, page),
    strata(report, page),
    summaryText(report, page),
    facts(report, page),
    original(report, page),
    meter(report, page),
    next(page),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function sizes(report: DemoReport, page: Page): string[] {
  const { historyTokens, contextTokens, share, turns, compactions, budgetTokens } = report;
  const figures = [figure(historyTokens), `${figure(contextTokens)} = ${percent(share)}`];
  const width = Math.max(8, page.columns - 8 - Math.max(...figures.map((text) => text.length)) - 1);
  const row = (label: string, tokens: number, text: string, paint: (text: string) => string) =>
    padEnd(label, 8) + paint(padEnd(bar(tokens, historyTokens, width), width + 1)) + text;
  return [
    heading(`${figure(report.messages)} messages in a budget of ${figure(budgetTokens)} tokens`, page),
    row('before', historyTokens, figures[0]!, page.style.magenta),
    row('after', contextTokens, figures[1]!, page.style.green),
    ...wrap(
      `${figure(turns.contexts)} contexts were made, ${turns.overBudget === 0 ? 'none' : figure(turns.overBudget)} above the budget; the largest had ${figure(turns.largestContextTokens)} tokens. ${counted(compactions.count, 'compaction')}${compactions.merges > 0 ? `, ${compactions.merges} of them merges` : ''}. No model, no key, no network.`,
      page.columns,
    ),
  ];
}

function strata({ strata, messages, strategy }: DemoReport, page: Page): string[] {
  const summaries = strata.filter(({ level }) => level !== 'verbatim').length;
  return [
    heading(
      `What the context shows: ${counted(summaries, 'summary', 'summaries')} and the newest messages (${strategy})`,
      page,
    ),
    ...strataPicture({ strata, messages, ...page }),
    '',
    ...strataList(strata, page.style),
  ];
}

function summaryText({ summary }: DemoReport, page: Page): string[] {
  if (summary === null) return [];
  return [
    heading(`What stands for messages ${summary.from}–${summary.to}`, page),
    ...quoted(sanitize(summary.text), page),
  ];
}

function facts({ facts: { kept, examples } }: DemoReport, page: Page): string[] {
  if (examples.length === 0) return [];
  const width = Math.max(...examples.map(({ kind }) => kind.length)) + 2;
  return [
    heading(`Kept to the letter: five of ${figure(kept)} facts`, page),
    ...examples.flatMap(({ kind, value, seq }) =>
      wrap(`${sanitizeLine(value)} (message ${seq})`, page.columns - width).map(
        (line, index) => page.style.yellow(padEnd(index === 0 ? kind : '', width)) + line,
      ),
    ),
  ];
}

function original({ recalled }: DemoReport, page: Page): string[] {
  const { style } = page;
  const way = recalled.summaryId === null ? 'read from the log' : 'reached from its summary with expand()';
  const proof = recalled.identical
    ? `✓ ${way}; sha256 ${recalled.hash.slice(0, 12)}… is that of what was said`
    : '✗ not what was said';
  return [
    heading(`And message ${recalled.seq} is still there, word for word`, page),
    ...quoted(sanitize(recalled.text), page),
    ...wrap(proof, page.columns).map(recalled.identical ? style.green : style.red),
  ];
}

function meter({ sections, budgetTokens, responseTokens }: DemoReport, page: Page): string[] {
  const used = Object.entries(sections).filter(([, tokens]) => tokens > 0);
  const taken = used.reduce((sum, [, tokens]) => sum + tokens, 0);
  const rows: [string, number, (text: string) => string][] = [
    ...used.map(([name, tokens]): [string, number, (text: string) => string] => [
      name,
      tokens,
      page.style.cyan,
    ]),
    ['answer', responseTokens, page.style.dim],
    ['free', Math.max(0, budgetTokens - responseTokens - taken), page.style.dim],
  ];
  const labels = Math.max(...rows.map(([name]) => name.length)) + 2;
  const figures = Math.max(...rows.map(([, tokens]) => figure(tokens).length));
  const width = Math.max(8, page.columns - labels - figures - 1);
  const longest = Math.max(...rows.map(([, tokens]) => tokens));
  return [
    heading(`Where the ${figure(budgetTokens)} tokens go`, page),
    ...rows.map(
      ([name, tokens, paint]) =>
        `${padEnd(name, labels)}${padStart(figure(tokens), figures)} ${paint(bar(tokens, longest, width))}`,
    ),
  ];
}

const code = [
  "import { createEverthread } from 'everthread';",
  "import { sqliteStore } from 'everthread/sqlite';",
  '',
  'const ever = createEverthread({',
  "  store: sqliteStore({ path: 'chat.db' }),",
  '  budget: { tokens: 8000 },',
  '});',
  "const thread = await ever.thread('chat-1');",
  "await thread.append({ role: 'user', content });",
  'const context = await thread.context();',
];

function next(page: Page): string[] {
  return [
    heading('Your turn', page),
    ...code.flatMap((line) => codeLines(line, page)),
    '',
    ...wrap(
      'Then send context.messages, or toOpenAI(), toAnthropic(). More in README.md, examples/ and docs/.',
      page.columns,
    ),
    ...wrap('Compare: everthread demo --strategy rolling', page.columns),
  ];
}

/** Broken where it stays valid code, so that it can be copied from a narrow terminal too. */
function codeLines(line: string, { style, columns }: Page): string[] {
  const indent = columns < 60 ? '' : '  ';
  return wrap(indent + line, columns - 4).map(
    (part, index) => (index === 0 ? '' : '    ') + style.cyan(part),
  );
}

function heading(text: string, { style, columns }: Page): string {
  return wrap(text, columns).map(style.bold).join('\n');
}

function quoted(text: string, { style, columns }: Page): string[] {
  return wrap(text, columns - 2).map((line) => `${style.dim('│')} ${line}`.trimEnd());
}
