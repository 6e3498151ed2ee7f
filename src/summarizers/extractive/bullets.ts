/** The story of a working session in bullets: goal, actions, decisions and discoveries, state at the end. */
import type { Act } from './acts.ts';
import type { Candidate } from './candidates.ts';
import { chooseWithin } from './composition.ts';
import { detailsLine, reservedLine } from './details.ts';
import type { Material } from './material.ts';
import { bulletLabels } from './previous.ts';
import { inOrder } from './prose.ts';
import { holds, minus, share } from './size.ts';

const labelOfAct: Record<Act, string> = {
  request: 'Goal',
  action: 'Action',
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
  const reserved = reservedLine(details, meter, limit);
  const end = lastState(material);
  const endSize = end ? meter.measure(render([], end)) : { tokens: 0, words: 0 };
  const keepsEnd = end !== undefined && holds(share(limit, 0.4), endSize);
  const room = minus(
    minus(limit, meter.measure(`\n- ${reserved}`)),
    keepsEnd ? endSize : { tokens: 0, words: 0 },
  );
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
  for (const candidate of ordered) {
    const label = labelFor(candidate);
    groups.get(label)!.push(withoutActor(label, candidate));
  }
  if (end) groups.get('At the end')!.push(end.told);
  const lines: string[] = [];
  for (const [label, texts] of groups) for (const text of texts) lines.push(`- ${label}: ${text}`);
  return lines.join('\n');
}

/** The label already says that the user asks or that the assistant acts. */
function withoutActor(label: string, { told, sentence: { speaker } }: Candidate): string {
  const actor =
    label === 'Goal' && speaker?.kind === 'user'
      ? /^The user asks the assistant (?:to |(?=not to |never to ))/u
      : label === 'Action' && speaker?.kind === 'assistant'
        ? /^The assistant (?:will |(?=has ))/u
        : null;
  const short = actor === null ? told : told.replace(actor, '');
  return short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Promises in the middle of the work are work; only a person's requests are goals. */
function labelFor({ sentence }: Candidate): string {
  if (sentence.kind === 'previous')
    return sentence.act === 'commitment' ? 'Action' : labelOfAct[sentence.act];
  if (sentence.kind === 'report') return 'Found';
  if (sentence.act === 'request' && sentence.speaker?.kind === 'assistant')
    return /[?？]\s*$/u.test(sentence.text) ? 'Open' : 'Action';
  if (sentence.act === 'commitment') return sentence.speaker?.kind === 'user' ? 'Said' : 'Action';
  if (sentence.act === 'proposal' && sentence.speaker?.kind === 'assistant')
    return /\blet's\b/i.test(sentence.text) ? 'Action' : 'Said';
  return labelOfAct[sentence.act];
}
