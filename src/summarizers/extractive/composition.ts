/** The prose shapes. Plain, condensed and compressed differ in their paragraphs and in whether they name speakers. */
import type { SummaryShape } from '../../records/summary.ts';
import type { Candidate } from './candidates.ts';
import { detailsLine, reservedLine } from './details.ts';
import { goalOf } from './goal.ts';
import type { Material } from './material.ts';
import { proseOf } from './prose.ts';
import { select } from './selection.ts';
import { holds, minus, type Size, share } from './size.ts';
import { closingOf, subjectsOf } from './subject.ts';

export type ProseShape = Exclude<SummaryShape, 'bullets' | 'record'>;

/** The user's goal comes first, unless it would fill more than this share of the summary. */
const goalShare = 0.4;

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
  const { opening, others } = subjectsOf(document, { size: limit, earlierTopics: earlier.topics });
  const render = (chosen: readonly Candidate[]) => {
    const body = proseOf(attributed ? chosen : chosen.map(unattributed), paragraphSentences);
    return together([opening, body, closingOf(others, `${opening} ${body}`)], ' ');
  };
  const reserved = meter.measure(`\n\n${reservedLine(details, meter, limit)}`);
  const prose = render(chooseWithin(material, minus(limit, reserved), render));
  const listed = detailsLine(details, prose, { size: minus(limit, meter.measure(`${prose}\n\n`)), meter });
  return together([prose, listed], attributed ? '\n\n' : ' ');
}

function together(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

function unattributed(candidate: Candidate): Candidate {
  return candidate.bare === null ? candidate : { ...candidate, narrated: candidate.bare };
}

/**
 * Older summaries get their share first, new messages the rest, and the best of both share what remains. Rendering adds
 * text around the sentences and shortens others (names once, sentences joined); the room gained is filled again.
 */
export function chooseWithin(
  { candidates, weights, focus, earlierShare, meter }: Material,
  size: Size,
  render: (chosen: readonly Candidate[]) => string,
): Candidate[] {
  const old = candidates.filter(({ sentence }) => sentence.kind === 'previous');
  const fresh = candidates.filter(({ sentence }) => sentence.kind !== 'previous');
  const whole = minus(size, meter.measure(`${render([])} `));
  const goal = goalOf(candidates);
  const goals = goal !== undefined && holds(share(whole, goalShare), goal.size) ? [goal] : [];
  const room = goals.reduce((left, candidate) => minus(left, candidate.size), whole);
  const first = select({ candidates: old, weights, focus, size: share(room, earlierShare), chosen: goals });
  const rest = minus(room, minus(share(room, earlierShare), first.left));
  let selection = select({ candidates: fresh, weights, focus, size: rest, chosen: first.chosen });
  for (let round = 0; round < 3; round += 1) {
    const before = selection.chosen.length;
    const freed = minus(size, meter.measure(render(selection.chosen)));
    selection = select({ candidates, weights, focus, size: freed, chosen: selection.chosen });
    if (selection.chosen.length === before) break;
  }
  const chosen = [...selection.chosen];
  while (chosen.length > 0 && !holds(size, meter.measure(render(chosen)))) chosen.pop();
  return chosen;
}
