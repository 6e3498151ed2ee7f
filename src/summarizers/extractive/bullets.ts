/** The story of a working session in bullets: goal, actions, decisions and discoveries, state at the end. */
import type { Act } from './acts.ts';
import type { Candidate } from './candidates.ts';
import { chooseWithin, detailShare } from './composition.ts';
import { detailsLine } from './details.ts';
import type { Material } from './material.ts';
import { bulletLabels } from './previous.ts';
import { inOrder } from './prose.ts';
import { holds, minus, share } from './size.ts';

const labelOfAct: Record<Act, string> = {
  request: 'Goal',
  action: 'Done',
  decision: 'Decided',
  proposal: 'Decided',
  finding: 'Found',
  problem: 'Found',
  statement: 'Said',
  smalltalk: 'Said',
  question: 'Open',
  commitment: 'At the end',
};
const order = bulletLabels.map(([label]) => label);

export function composeBullets(material: Material): string {
  const { meter, details } = material;
  const { limit } = meter;
  const reserved = detailsLine(details, '', { size: share(limit, detailShare), meter });
  const end = lastState(material);
  const endSize = end ? meter.measure(render([], end)) : { tokens: 0, words: 0 };
  const keepsEnd = end !== undefined && holds(share(limit, 0.4), endSize);
  const room = minus(minus(limit, meter.measure(reserved)), keepsEnd ? endSize : { tokens: 0, words: 0 });
  const others = { ...material, candidates: material.candidates.filter((candidate) => candidate !== end) };
  const chosen = chooseWithin(others, room, (list) => render(list, undefined));
  const story = render(chosen, keepsEnd ? end : undefined);
  const listed = detailsLine(details, story, { size: minus(limit, meter.measure(`${story}\n- `)), meter });
  return [story, listed === '' ? '' : `- ${listed}`].filter((part) => part !== '').join('\n');
}

/** The last thing that was done, found, promised or left open: where the next session takes over. */
function lastState({ candidates, document }: Material): Candidate | undefined {
  const from = document.sentences.length * 0.8;
  const late = candidates.filter(({ sentence }) => sentence.kind === 'prose' && sentence.index >= from);
  return late.reduce<Candidate | undefined>((best, candidate) => {
    return best === undefined || closing(candidate) > closing(best) ? candidate : best;
  }, undefined);
}

function closing({ sentence, worth }: Candidate): number {
  const tells = ['action', 'finding', 'decision', 'commitment', 'problem'].includes(sentence.act);
  return sentence.index * (tells ? 1.1 : 1) + worth;
}

function render(chosen: readonly Candidate[], end: Candidate | undefined): string {
  const groups = new Map<string, string[]>(order.map((label) => [label, []]));
  const ordered = inOrder(chosen);
  for (const candidate of ordered) groups.get(labelFor(candidate))!.push(candidate.told);
  if (end) groups.get('At the end')!.push(end.told);
  const lines: string[] = [];
  for (const [label, texts] of groups) for (const text of texts) lines.push(`- ${label}: ${text}`);
  return lines.join('\n');
}

/** Promises in the middle of the work are work; only a person's requests are goals. */
function labelFor({ sentence }: Candidate): string {
  if (sentence.kind === 'previous') return sentence.act === 'commitment' ? 'Done' : labelOfAct[sentence.act];
  if (sentence.kind === 'report') return 'Found';
  if (sentence.act === 'request' && sentence.speaker?.kind === 'assistant') return 'Open';
  if (sentence.act === 'commitment') return sentence.speaker?.kind === 'user' ? 'Said' : 'Done';
  if (sentence.act === 'proposal' && sentence.speaker?.kind === 'assistant')
    return /\blet's\b/i.test(sentence.text) ? 'Done' : 'Said';
  return labelOfAct[sentence.act];
}
