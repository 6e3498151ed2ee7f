/** A working session as bullets: goal, actions, decisions and discoveries, state at the end. */
import type { Act } from './acts.ts';
import type { Candidate } from './candidates.ts';
import { chooseWithin } from './composition.ts';
import { detailsLine, reservedLine } from './details.ts';
import { dueDate } from './due-date.ts';
import type { Material } from './material.ts';
import { bulletLabels, endLabel } from './previous.ts';
import { inOrder } from './prose.ts';
import { holds, minus, share } from './size.ts';

const labelOfAct: Record<Act, string> = {
  request: 'Goal',
  action: 'Action',
  decision: 'Decided',
  proposal: 'Proposed',
  finding: 'Found',
  problem: 'Found',
  statement: 'Said',
  smalltalk: 'Said',
  question: 'Asked',
  commitment: 'Promised',
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

/** The last thing that was done, found, promised or left open, from which the next session continues. */
function lastState({ candidates, document }: Material): Candidate | undefined {
  const from = document.sentences.length * 0.8;
  const late = candidates.filter(({ sentence }) => sentence.kind === 'prose' && sentence.index >= from);
  return late.reduce<Candidate | undefined>((best, candidate) => {
    return best === undefined || closing(candidate) > closing(best) ? candidate : best;
  }, undefined);
}

function closing({ sentence, importance }: Candidate): number {
  const isInformative = ['action', 'finding', 'decision', 'commitment', 'problem'].includes(sentence.act);
  return sentence.index * (isInformative ? 1.1 : 1) + importance;
}

function render(chosen: readonly Candidate[], end: Candidate | undefined): string {
  const groups = new Map<string, string[]>(order.map((label) => [label, []]));
  const ordered = inOrder(chosen);
  for (const candidate of ordered) {
    const label = labelFor(candidate);
    groups.get(label)!.push(withoutActor(label, candidate));
  }
  if (end) groups.get(endLabel)!.push(end.narrated);
  const lines: string[] = [];
  for (const [label, texts] of groups) for (const text of texts) lines.push(`- ${label}: ${text}`);
  return lines.join('\n');
}

/** Removes the actor, because the label already says that the user asks or that the assistant acts. */
function withoutActor(label: string, { narrated, sentence: { speaker } }: Candidate): string {
  const actor =
    label === 'Goal' && speaker?.kind === 'user'
      ? /^The user asks the assistant (?:to |(?=not to |never to ))/u
      : label === 'Action' && speaker?.kind === 'assistant'
        ? /^The assistant (?:will |(?=has ))/u
        : null;
  const short =
    actor === null ? narrated : narrated.replace(actor, '').replace(/^(not|never) to /u, negatedOrder);
  // A name may begin with a small letter, but a verb that lost its actor must not.
  return short === narrated ? narrated : short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function negatedOrder(_whole: string, word: string): string {
  return word === 'never' ? 'Never ' : 'Do not ';
}

/** Only a user's request is a goal, and only what somebody agreed to is a decision. */
function labelFor({ sentence, acceptedBy, isOpen }: Candidate): string {
  const { kind, label, act, speaker, text } = sentence;
  if (kind === 'previous') return label ?? labelOfAct[act];
  if (kind === 'report') return 'Found';
  if (isOpen) return 'Open';
  if (acceptedBy !== null) return 'Decided';
  if (speaker?.kind === 'assistant') {
    // An assistant's promise without a date, or its proposal to act at once, is the work itself.
    if (act === 'request') return /[?？]\s*$/u.test(text) ? 'Asked' : 'Action';
    if (act === 'commitment') return dueDate.test(text) ? 'Promised' : 'Action';
    if (act === 'proposal' && /\blet's\b/i.test(text)) return 'Action';
  }
  if (act === 'request' && speaker?.kind === 'person') return 'Asked';
  return labelOfAct[act];
}
