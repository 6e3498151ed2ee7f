/** The structured record of R-23, filled only with what the sources say. */
import type { Fact } from '../../records/fact.ts';
import { type ActionItem, recordOfProse, type StructuredRecord } from '../../records/summary.ts';
import { recordCaps, renderRecord } from '../record-schema.ts';
import type { Candidate } from './candidates.ts';
import { composeProse } from './composition.ts';
import type { Document } from './document.ts';
import { dueDate } from './due-date.ts';
import { escaped } from './english/openings.ts';
import { entitiesOf } from './entities.ts';
import type { Material } from './material.ts';
import { inOrder } from './prose.ts';
import { select } from './selection.ts';
import { share } from './size.ts';

const summaryShare = 0.4;
const pointShare = 0.4;
const openLimit = 6;
const taskLimit = 8;
const decisionLimit = 8;
const entityLimit = 24;
/** Entities that come before everything else: exact facts that the summary should keep. */
const firstEntities = 6;

/** Lists are filled in order of importance, as long as the whole record fits. */
export function composeRecord(
  material: Material,
  otherwise: () => string,
): { record: StructuredRecord; text: string } {
  const { document, earlier, facts, meter, candidates } = material;
  const summary = composeProse({ ...material, details: [] }, 'compressed', share(meter.limit, summaryShare));
  const record = recordOfProse(summary === '' ? otherwise() : summary);
  const { context } = record;
  const add = <Item>(list: Item[], items: readonly Item[], limit: number): void => {
    for (const item of items) {
      if (list.length >= limit) return;
      list.push(item);
      if (!meter.fits(renderRecord(record))) list.pop();
    }
  };
  const entities = distinct(byTurns(earlier.domainEntities, entitiesOf(document, facts, entityLimit)));
  const fresh = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind).map(({ value }) => value);
  const statedDecisions = fresh('decision');
  const agreed = candidates.filter(({ sentence, acceptedBy }) => {
    const isNew = !statedDecisions.some((value) => value.includes(sentence.text));
    return (sentence.act === 'decision' || acceptedBy !== null) && isNew;
  });
  const decisions = [...earlier.decisions, ...statedDecisions, ...narratedTexts(agreed, decisionLimit)];
  const openQuestions = fresh('question').filter((value) => !isAnswered(document, value));
  const unanswered = candidates.filter(
    ({ isOpen, sentence }) => isOpen && !openQuestions.some((value) => value.includes(sentence.text)),
  );
  const open = [...earlier.unresolved, ...openQuestions, ...narratedTexts(unanswered, openLimit)];
  const tasks = distinctTasks([...earlier.actionItems, ...candidates.flatMap(actionItem)]);
  const names = distinct([...earlier.participants, ...document.speakers.map(({ name }) => name)]);

  add(context.domainEntities, entities.slice(0, firstEntities), recordCaps.domainEntities);
  add(context.participants, names.slice(0, 6), recordCaps.participants);
  add(record.keyPoints, distinct(fresh('rule')), recordCaps.keyPoints);
  // A short record has no room for everything. The newest open question is what comes next.
  add(context.unresolved, distinct(open).slice(-1), 1);
  add(
    context.decisions,
    distinct(decisions),
    Math.min(recordCaps.decisions, earlier.decisions.length + decisionLimit),
  );
  add(context.actionItems, tasks, Math.min(recordCaps.actionItems, earlier.actionItems.length + taskLimit));
  add(
    context.unresolved,
    distinct(open).slice(0, -1),
    Math.min(recordCaps.unresolved, earlier.unresolved.length + openLimit),
  );
  add(record.keyPoints, keyPoints(material, summary), recordCaps.keyPoints);
  add(context.domainEntities, entities.slice(firstEntities), recordCaps.domainEntities);
  add(context.participants, names.slice(6), recordCaps.participants);
  const order = distinct(open);
  context.unresolved.sort((left, right) => order.indexOf(left) - order.indexOf(right));
  if (!meter.fits(renderRecord(record))) record.summary = meter.cut(record.summary);
  return { record, text: renderRecord(record) };
}

/** Alternates both lists, so that kept and new items both stay. */
function byTurns(first: readonly string[], second: readonly string[]): string[] {
  const items: string[] = [];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1)
    for (const item of [first[index], second[index]]) if (item !== undefined) items.push(item);
  return items;
}

function keyPoints({ candidates, weights, focus, meter }: Material, summary: string): string[] {
  const others = candidates.filter(({ narrated, bare }) => !summary.includes(bare ?? narrated));
  const { chosen } = select({ candidates: others, weights, focus, size: share(meter.limit, pointShare) });
  return distinct(inOrder(chosen).map((candidate) => candidate.narrated));
}

function narratedTexts(candidates: readonly Candidate[], limit: number): string[] {
  return inOrder(candidates.slice(0, limit)).map((candidate) => candidate.narrated);
}

/**
 * Open points that are only mentioned ("still unclear") are not questions in the document. "Could you send it?" asks
 * for an action, and counts as answered if another speaker continued.
 */
function isAnswered({ sentences, exchanges }: Document, question: string): boolean {
  const sentence = sentences.find(({ text }) => text === question);
  if (sentence === undefined) return false;
  if (sentence.act === 'question') return !exchanges.isOpen(sentence);
  const { index, speaker, act } = sentence;
  return act === 'request' && sentences.slice(index + 1).some((later) => later.speaker?.id !== speaker?.id);
}

/** "Anna will send the draft" and "Anna asks Bob to send the draft": somebody is to do something. */
function actionItem({ sentence, narrated }: Candidate): ActionItem[] {
  const { speaker, addressee } = sentence;
  if (speaker === null || (sentence.act !== 'commitment' && sentence.act !== 'request')) return [];
  // An assistant's request to the user is part of their exchange, not a task.
  if (sentence.act === 'request' && speaker.kind === 'assistant') return [];
  const plain = narrated.replace(/\.$/u, '');
  const promise = plain.split(/ (?:will|is going to) (?:just |also |then |now )?/u);
  const starts = (text: string, name: string) => text.toLowerCase() === name.toLowerCase();
  let owner = '';
  let task = '';
  if (promise.length >= 2 && starts(promise[0]!, speaker.name)) {
    owner = speaker.name;
    task = promise.slice(1).join(' will ');
  } else if (addressee !== null) {
    const delegated = new RegExp(
      `^.{1,80}? (?:asks|tells) ${escaped(addressee.name)} (not )?to (.+)$`,
      'u',
    ).exec(plain);
    if (delegated) {
      owner = addressee.name;
      task = `${delegated[1] ?? ''}${delegated[1] ? 'to ' : ''}${delegated[2]}`;
    }
  }
  // "Is going to a conference" is a journey, not a task.
  if (task.split(' ').length < 2 || /^(?:the|a|an|this|that|my|their|her|his|be)\b/iu.test(task)) return [];
  return [{ owner, task, due: dueDate.exec(task)?.[0]?.replace(/^(?:by|on|at) /i, '') ?? '' }];
}

function distinct(items: readonly string[]): string[] {
  const cut = items.map((item) =>
    item.replace(/\s+/gu, ' ').slice(0, recordCaps.itemCharacters).toWellFormed().trim(),
  );
  return [...new Set(cut.filter((item) => item !== ''))];
}

function distinctTasks(items: readonly ActionItem[]): ActionItem[] {
  return [...new Map(items.map((item) => [item.task, item])).values()];
}
