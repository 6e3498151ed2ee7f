/** The closing screen of the demo: before and after, and proof that nothing was lost. */
import { bar } from '../terminal/bars.ts';
import { counted, figure, percent } from '../terminal/figures.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { padEnd, wrap } from '../terminal/width.ts';
import { meterLines } from '../views/context-meter.ts';
import { strataList, strataPicture } from '../views/strata.ts';
import { createPage, type Page, type View } from '../views/view.ts';
import type { DemoReport } from './report.ts';

const widestScreen = 100;

export function closingScreen(report: DemoReport, view: View): string {
  const page = createPage({ ...view, columns: Math.min(view.columns, widestScreen) - 1 });
  const blocks = [
    sizes(report, page),
    strata(report, page),
    summaryText(report, page),
    facts(report, page),
    original(report, page),
    meter(report, page),
    next(page),
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return page.render(shown.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])));
}

function sizes(report: DemoReport, page: Page): string[] {
  const { historyTokens, contextTokens, share, turns, compactions, budgetTokens } = report;
  const figures = [figure(historyTokens), `${figure(contextTokens)} = ${percent(share)}`];
  const width = Math.max(8, page.columns - 8 - Math.max(...figures.map((text) => text.length)) - 1);
  const row = (label: string, tokens: number, text: string, paint: (text: string) => string) =>
    padEnd(label, 8) + paint(padEnd(bar(tokens, historyTokens, width), width + 1)) + text;
  return [
    ...heading(`${figure(report.messages)} messages in a budget of ${figure(budgetTokens)} tokens`, page),
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
    ...heading(
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
    ...heading(`What stands for messages ${summary.from}–${summary.to}`, page),
    ...quoted(sanitize(summary.text), page),
  ];
}

function facts({ facts: { kept, examples } }: DemoReport, page: Page): string[] {
  if (examples.length === 0) return [];
  const width = Math.max(...examples.map(({ kind }) => kind.length)) + 2;
  return [
    ...heading(`Kept to the letter: five of ${figure(kept)} facts`, page),
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
    ...heading(`And message ${recalled.seq} is still there, word for word`, page),
    ...quoted(sanitize(recalled.text), page),
    ...wrap(proof, page.columns).map(recalled.identical ? style.green : style.red),
  ];
}

function meter({ sections, budgetTokens, responseTokens }: DemoReport, page: Page): string[] {
  const measured = Object.entries(sections).map(([name, tokens]) => [name, { tokens, budget: 0 }]);
  return [
    ...heading(`Where the ${figure(budgetTokens)} tokens go`, page),
    ...meterLines(
      {
        sections: Object.fromEntries(measured),
        items: [],
        budget: { tokens: budgetTokens, responseTokens },
      },
      page,
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
    ...heading('Your turn', page),
    ...code.flatMap((line) => codeLines(line, page)),
    '',
    ...wrap(
      'Then send context.messages, or toOpenAI(), toAnthropic(). More in README.md, examples/ and docs/.',
      page.columns,
    ),
    ...wrap('Compare: everthread demo --strategy rolling', page.columns),
  ];
}

/** Wraps a line of code so that it stays valid and can be copied from a narrow terminal. */
function codeLines(line: string, { style, columns }: Page): string[] {
  const indent = columns < 60 ? '' : '  ';
  return wrap(indent + line, columns - 4).map(
    (part, index) => (index === 0 ? '' : '    ') + style.cyan(part),
  );
}

function heading(text: string, { style, columns }: Page): string[] {
  return wrap(text, columns).map(style.bold);
}

function quoted(text: string, { style, columns }: Page): string[] {
  return wrap(text, columns - 2).map((line) => `${style.dim('│')} ${line}`.trimEnd());
}
