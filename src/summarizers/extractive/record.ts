/** The structured record of R-23, filled from what was said: nothing in it is in no source. */
import type { ActionItem, StructuredRecord } from '../../summary.ts';
import { fitRecord, recordCaps, renderRecord } from '../record-schema.ts';
import type { Candidate } from './candidates.ts';
import { composeProse } from './composition.ts';
import type { Document, Sentence } from './document.ts';
import { entitiesOf } from './entities.ts';
import type { Material } from './material.ts';
import { inOrder } from './prose.ts';
import { select } from './selection.ts';
import { share } from './size.ts';

const summaryShare = 0.45;
const pointShare = 0.4;
const openLimit = 6;
const taskLimit = 8;
const decisionLimit = 8;
const entityLimit = 24;

export function composeRecord(material: Material, otherwise: () => string): { record: StructuredRecord; text: string } {
  const { document, earlier, facts, meter, candidates } = material;
  const summary = composeProse({ ...material, details: [] }, 'compressed', share(meter.limit, summaryShare));
  const decisions = [...earlier.decisions, ...valuesOf(material, 'decision'), ...told(candidates, 'decision')];
  const unresolved = [...earlier.unresolved, ...valuesOf(material, 'question'), ...openQuestions(document, candidates)];
  const entities = [...earlier.domainEntities, ...entitiesOf(document.sentences, facts, entityLimit)];
  const tasks = [...earlier.actionItems, ...candidates.flatMap(actionItem)];
  const record: StructuredRecord = {
    summary: summary === '' ? otherwise() : summary,
    keyPoints: keyPoints(material, summary),
    context: {
      participants: distinct([...earlier.participants, ...document.speakers.map(({ name }) => name)], recordCaps.participants),
      decisions: distinct(decisions, earlier.decisions.length + decisionLimit, recordCaps.decisions),
      actionItems: distinctTasks(tasks, earlier.actionItems.length + taskLimit),
      unresolved: distinct(unresolved, earlier.unresolved.length + openLimit, recordCaps.unresolved),
      domainEntities: distinct(entities, recordCaps.domainEntities),
    },
  };
  const fitted = fitRecord(record, meter.limit.tokens, {
    // Both limits in one figure: what does not fit counts as one token too many.
    count: (text) => (meter.fits(text) ? 0 : meter.limit.tokens + 1),
    truncate: (text, tokens) => meter.truncate(text, tokens),
  });
  return { record: fitted, text: renderRecord(fitted) };
}

function keyPoints({ candidates, weights, meter }: Material, summary: string): string[] {
  const others = candidates.filter(({ told, bare }) => !summary.includes(bare ?? told));
  const { chosen } = select({ candidates: others, weights, size: share(meter.limit, pointShare) });
  return distinct(inOrder(chosen).map((candidate) => candidate.told), recordCaps.keyPoints);
}

function told(candidates: readonly Candidate[], act: Sentence['act']): string[] {
  const best = candidates.filter(({ sentence }) => sentence.act === act).slice(0, decisionLimit);
  return inOrder(best).map((candidate) => candidate.told);
}

function valuesOf({ facts }: Material, kind: 'decision' | 'question'): string[] {
  return facts.filter((fact) => fact.kind === kind).map(({ value }) => value.replace(/\s+/gu, ' ').trim());
}

const noAnswer = /\b(?:don't know|not sure|no idea|find out|get back to you|let me (?:check|see)|depends)\b/i;

/** Questions nobody answered: no other speaker said anything of substance in the turns right after. */
function openQuestions({ sentences }: Document, candidates: readonly Candidate[]): string[] {
  const open = candidates.filter(({ sentence }) => {
    if (sentence.act !== 'question' || sentence.kind !== 'prose') return false;
    for (let index = sentence.index + 1; index < sentences.length; index += 1) {
      const later = sentences[index]!;
      if (later.turn > sentence.turn + 2) return true;
      const answers = later.speaker?.id !== sentence.speaker?.id && later.act !== 'question';
      if (answers && !noAnswer.test(later.text)) return false;
    }
    return true;
  });
  return inOrder(open.slice(0, openLimit)).map((candidate) => candidate.told);
}

const dueDate =
  /\b(?:by |before |until |on |at )?(?:\d{4}-\d{2}-\d{2}|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening))?|tomorrow(?: (?:morning|afternoon|evening))?|tonight|next (?:week|month|year)|the end of (?:the |this |next )?(?:day|week|month|year)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?)\b/i;

/** "Anna will send the draft" and "Anna asks Bob to send the draft": somebody is to do something. */
function actionItem({ sentence, told }: Candidate): ActionItem[] {
  const { speaker, addressee } = sentence;
  if (speaker === null || (sentence.act !== 'commitment' && sentence.act !== 'request')) return [];
  const plain = told.replace(/\.$/u, '');
  const promise = plain.split(/ (?:will|is going to) (?:just |also |then |now )?/u);
  const starts = (text: string, name: string) => text.toLowerCase() === name.toLowerCase();
  let owner = '';
  let task = '';
  if (promise.length >= 2 && starts(promise[0]!, speaker.name)) {
    owner = speaker.name;
    task = promise.slice(1).join(' will ');
  } else if (addressee !== null) {
    const asked = new RegExp(`^.{1,80}? (?:asks|tells) ${escaped(addressee.name)} (not )?to (.+)$`, 'u').exec(plain);
    if (asked) {
      owner = addressee.name;
      task = `${asked[1] ?? ''}${asked[1] ? 'to ' : ''}${asked[2]}`;
    }
  }
  if (task.split(' ').length < 2) return [];
  return [{ owner, task, due: dueDate.exec(task)?.[0]?.replace(/^(?:by|on|at) /i, '') ?? '' }];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}

function distinct(items: readonly string[], ...limits: number[]): string[] {
  const cut = items.map((item) => item.slice(0, recordCaps.itemCharacters).toWellFormed().trim());
  return [...new Set(cut.filter((item) => item !== ''))].slice(0, Math.min(...limits));
}

function distinctTasks(items: readonly ActionItem[], limit: number): ActionItem[] {
  const byTask = new Map(items.map((item) => [item.task, item]));
  return [...byTask.values()].slice(0, Math.min(limit, recordCaps.actionItems));
}
