/** Shows the result of `/summarize` in a box. */

import type { CompactResult } from '../../compaction/on-demand.ts';
import { mergeSegmentDetails } from '../../facts/segment-details.ts';
import type { SegmentDetails, SummaryRecord } from '../../records/summary.ts';
import { counted, dollars, duration, figure, percent } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { box, innerColumns, type Row, rows } from './box.ts';
import { createPage, type View } from './view.ts';

export type SummarizeOutcome = {
  result: CompactResult;
  /** The live summaries after the compaction. */
  summaries: readonly SummaryRecord[];
};

export function summarizeBox({ result, summaries }: SummarizeOutcome, view: View): string {
  const page = createPage(view);
  const { style } = page;
  const columns = innerColumns(page);
  if (!result.compacted) {
    const reason = wrap(`${sentence(sanitizeLine(result.reason))} Everything stays as it is.`, columns);
    return page.render(
      box(
        'Nothing to summarize',
        reason.map((plain) => ({ plain, styled: plain })),
        page,
      ),
    );
  }
  const { receipts } = result;
  const first = receipts[0]!;
  const last = receipts.at(-1)!;
  const made = new Set(receipts.flatMap(({ summaryIds }) => summaryIds));
  const shown = summaries.filter(({ id }) => made.has(id));
  const details = detailsOf(shown) ?? last.segment;
  const saved = first.tokensBefore - last.tokensAfter;
  const list: Row[] = [
    {
      name: 'messages',
      text: `${figure(first.messagesBefore)} → ${figure(last.messagesAfter)}${change(first.messagesBefore, last.messagesAfter)}`,
      paint: style.bold,
    },
    {
      name: 'tokens',
      text: `${figure(first.tokensBefore)} → ${figure(last.tokensAfter)}, ${savedText(saved, first.tokensBefore)}`,
      paint: saved > 0 ? style.green : (text) => text,
    },
    { name: 'topics', text: details?.topics.map(sanitizeLine).join(', ') || 'none stand out' },
    {
      name: 'worked on',
      text: [
        `${counted(details?.filesModified.length ?? 0, 'file')} modified`,
        `${counted(details?.commandsRun ?? 0, 'command')} run`,
        counted(details?.keyDecisions.length ?? 0, 'key decision'),
      ].join(', '),
    },
    { name: 'kept', text: keptText(shown, last) },
    { name: 'by', text: makerText(receipts) },
  ];
  return page.render(box('Summarized', rows(list, columns, page), page));
}

function detailsOf(summaries: readonly SummaryRecord[]): SegmentDetails | undefined {
  const details = summaries.map(({ segment }) => segment).filter((segment) => segment !== null);
  return details.length === 0 ? undefined : details.reduce(mergeSegmentDetails);
}

function change(before: number, after: number): string {
  if (before <= 0 || before === after) return '';
  return ` (${after < before ? '−' : '+'}${percent(Math.abs(before - after) / before)})`;
}

function savedText(saved: number, before: number): string {
  if (saved <= 0) return 'none saved';
  return `${figure(saved)} saved (${percent(saved / Math.max(1, before))})`;
}

type Receipts = Extract<CompactResult, { compacted: true }>['receipts'];

function keptText(shown: readonly SummaryRecord[], receipt: Receipts[number]): string {
  const facts =
    shown.length > 0 ? shown.reduce((sum, { facts }) => sum + facts.length, 0) : receipt.factsKept;
  const survival = Math.min(receipt.survival, ...shown.map(({ survival }) => survival));
  const fidelity = Math.min(receipt.fidelity, ...shown.map(({ fidelity }) => fidelity));
  return `${counted(facts, 'exact fact')}; survival ${percent(survival)}, fidelity ${percent(fidelity)}`;
}

function makerText(receipts: Receipts): string {
  const models = [...new Set(receipts.flatMap(({ models }) => models))].map(sanitizeLine);
  const sum = (value: (receipt: Receipts[number]) => number) =>
    receipts.reduce((total, receipt) => total + value(receipt), 0);
  const cost = sum(({ costUsd }) => costUsd);
  return [
    models.length === 0 ? 'prepared ahead' : models.join(', '),
    duration(sum(({ milliseconds }) => milliseconds)),
    ...(cost > 0 ? [dollars(cost)] : []),
  ].join(', ');
}

function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(upper) ? upper : `${upper}.`;
}
