/** The prose shapes: plain, condensed and compressed differ in how they break into paragraphs and attribute. */
import type { SummaryShape } from '../../records/summary.ts';
import type { Candidate } from './candidates.ts';
import { detailsLine, reservedLine } from './details.ts';
import { leadOf } from './lead.ts';
import type { Material } from './material.ts';
import { proseOf } from './prose.ts';
import { select } from './selection.ts';
import { holds, minus, type Size, share } from './size.ts';

export type ProseShape = Exclude<SummaryShape, 'bullets' | 'record'>;

const layouts: Record<ProseShape, { paragraphSentences: number; attributed: boolean }> = {
  plain: { paragraphSentences: 6, attributed: true },
  condensed: { paragraphSentences: 3, attributed: true },
  compressed: { paragraphSentences: Number.POSITIVE_INFINITY, attributed: false },
};

export function composeProse(
  material: Material,
  shape: ProseShape,
  limit: Size = material.meter.limit,
): string {
  const { document, details, earlier, meter } = material;
  const { paragraphSentences, attributed } = layouts[shape];
  const lead = leadOf(document, { size: limit, earlierTopics: earlier.topics });
  const reserved = reservedLine(details, meter, limit);
  const room = minus(minus(limit, meter.measure(`${lead} `)), meter.measure(`\n\n${reserved}`));
  const render = (chosen: readonly Candidate[]) =>
    proseOf(attributed ? chosen : chosen.map(unattributed), paragraphSentences);
  const body = render(chooseWithin(material, room, render));
  const prose = [lead, body].filter((part) => part !== '').join(' ');
  const listed = detailsLine(details, prose, { size: minus(limit, meter.measure(`${prose}\n\n`)), meter });
  return [prose, listed].filter((part) => part !== '').join(attributed ? '\n\n' : ' ');
}

function unattributed(candidate: Candidate): Candidate {
  return candidate.bare === null ? candidate : { ...candidate, told: candidate.bare };
}

/**
 * Older summaries get their share first, new messages the rest, and what either leaves over goes to the best of
 * both. Rendering shortens (names said once, sentences joined), so what that frees is filled again.
 */
export function chooseWithin(
  { candidates, weights, earlierShare, meter }: Material,
  size: Size,
  render: (chosen: readonly Candidate[]) => string,
): Candidate[] {
  const old = candidates.filter(({ sentence }) => sentence.kind === 'previous');
  const fresh = candidates.filter(({ sentence }) => sentence.kind !== 'previous');
  const first = select({ candidates: old, weights, size: share(size, earlierShare) });
  const rest = minus(size, minus(share(size, earlierShare), first.left));
  let selection = select({
    candidates: fresh,
    weights,
    size: rest,
    covered: first.covered,
    chosen: first.chosen,
  });
  for (let round = 0; round < 3; round += 1) {
    const before = selection.chosen.length;
    const freed = minus(size, meter.measure(render(selection.chosen)));
    selection = select({
      candidates,
      weights,
      size: freed,
      covered: selection.covered,
      chosen: selection.chosen,
    });
    if (selection.chosen.length === before) break;
  }
  const chosen = [...selection.chosen];
  while (chosen.length > 0 && !holds(size, meter.measure(render(chosen)))) chosen.pop();
  return chosen;
}
