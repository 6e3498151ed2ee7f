/**
 * The structured record of R-23: the schema for models, the limits of every stored record, and its rendering as text. A
 * record with too many items is cut, not refused; a missing list counts as empty.
 */
import { z } from 'zod';
import type { StructuredRecord } from '../records/summary.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { capTokens } from './cap-text.ts';

/** Largest number of items in each list of a record, and of characters in each text. */
export const recordCaps = {
  summaryCharacters: 8_000,
  itemCharacters: 600,
  keyPoints: 30,
  participants: 30,
  decisions: 20,
  actionItems: 20,
  unresolved: 20,
  domainEntities: 60,
} as const;

const item = z.string().min(1).max(recordCaps.itemCharacters);
const shortText = z.string().max(recordCaps.itemCharacters);

/** The schema of a stored record. */
export const recordSchema = z.object({
  summary: z.string().min(1).max(recordCaps.summaryCharacters),
  keyPoints: z.array(item).max(recordCaps.keyPoints),
  context: z.object({
    participants: z.array(item).max(recordCaps.participants),
    decisions: z.array(item).max(recordCaps.decisions),
    actionItems: z
      .array(z.object({ owner: shortText, task: item, due: shortText }))
      .max(recordCaps.actionItems),
    unresolved: z.array(item).max(recordCaps.unresolved),
    domainEntities: z.array(item).max(recordCaps.domainEntities),
  }),
});

/**
 * The schema for models. Limits are only in the descriptions, because several providers refuse schemas with `maxItems`
 * or `maxLength`, and an answer with one item too many is still good.
 */
export const recordRequestSchema = z.object({
  summary: z.string().describe('Plain prose, third person. Never empty.'),
  keyPoints: z.array(z.string()).describe(`At most ${recordCaps.keyPoints}, the most important first.`),
  context: z.object({
    participants: z.array(z.string()).describe(`At most ${recordCaps.participants}.`),
    decisions: z.array(z.string()).describe(`At most ${recordCaps.decisions}.`),
    actionItems: z
      .array(z.object({ owner: z.string(), task: z.string(), due: z.string() }))
      .describe(`At most ${recordCaps.actionItems}. Empty strings for an owner or a date that was not said.`),
    unresolved: z.array(z.string()).describe(`At most ${recordCaps.unresolved}.`),
    domainEntities: z.array(z.string()).describe(`At most ${recordCaps.domainEntities}, copied verbatim.`),
  }),
});

/** A record within its limits, from any JSON a model answered with; undefined if it has no summary. */
export function toRecord(value: unknown): StructuredRecord | undefined {
  const fields = asObject(value);
  const context = asObject(fields.context);
  const candidate: StructuredRecord = {
    summary: cut(fields.summary, recordCaps.summaryCharacters),
    keyPoints: cutList(fields.keyPoints, recordCaps.keyPoints),
    context: {
      participants: cutList(context.participants, recordCaps.participants),
      decisions: cutList(context.decisions, recordCaps.decisions),
      actionItems: (Array.isArray(context.actionItems) ? context.actionItems : [])
        .map(asObject)
        .map(({ owner, task, due }) => ({
          owner: cut(owner, recordCaps.itemCharacters),
          task: cut(task, recordCaps.itemCharacters),
          due: cut(due, recordCaps.itemCharacters),
        }))
        .filter(({ task }) => task !== '')
        .slice(0, recordCaps.actionItems),
      unresolved: cutList(context.unresolved, recordCaps.unresolved),
      domainEntities: cutList(context.domainEntities, recordCaps.domainEntities),
    },
  };
  const checked = recordSchema.safeParse(candidate);
  return checked.success ? checked.data : undefined;
}

/** Small models wrap JSON in a code fence or a sentence, so the object between the outermost braces is used. */
export function parseRecordText(text: string): StructuredRecord | undefined {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end <= start) return undefined;
  try {
    return toRecord(JSON.parse(text.slice(start, end + 1)));
  } catch {
    return undefined;
  }
}

/** The record as text: prose first, then each list that is not empty. */
export function renderRecord(record: StructuredRecord): string {
  const { participants, decisions, actionItems, unresolved, domainEntities } = record.context;
  const tasks = actionItems.map(({ owner, task, due }) => {
    const known = [owner, due === '' ? '' : `due ${due}`].filter((word) => word !== '').join(', ');
    return known === '' ? task : `${task} (${known})`;
  });
  return [
    record.summary,
    list('Key points', record.keyPoints),
    participants.length === 0 ? '' : `Participants: ${participants.join('; ')}`,
    list('Decisions', decisions),
    list('Action items', tasks),
    list('Unresolved', unresolved),
    domainEntities.length === 0 ? '' : `Entities: ${domainEntities.join('; ')}`,
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

/**
 * Cuts the record until its text has at most `tokens` tokens. The least important parts go first, the last item of a
 * list before its first. The prose is cut only if nothing else is left.
 */
export function fitRecord(
  record: StructuredRecord,
  tokens: number,
  counter: Pick<TokenCounter, 'count' | 'truncate'>,
): StructuredRecord {
  let fitted = structuredClone(record);
  const { context } = fitted;
  const expendable: { list: unknown[]; keep: number }[] = [
    { list: context.domainEntities, keep: 12 },
    { list: fitted.keyPoints, keep: 8 },
    { list: context.participants, keep: 6 },
    { list: context.domainEntities, keep: 0 },
    { list: context.unresolved, keep: 3 },
    { list: context.actionItems, keep: 3 },
    { list: context.decisions, keep: 5 },
    { list: fitted.keyPoints, keep: 0 },
    { list: context.participants, keep: 0 },
    { list: context.unresolved, keep: 0 },
    { list: context.actionItems, keep: 0 },
    { list: context.decisions, keep: 0 },
  ];
  for (const { list, keep } of expendable) {
    while (list.length > keep) {
      if (counter.count(renderRecord(fitted)) <= tokens) return fitted;
      list.pop();
    }
  }
  if (counter.count(renderRecord(fitted)) > tokens) {
    fitted = { ...fitted, summary: capTokens(fitted.summary, tokens, counter) };
  }
  return fitted;
}

function list(heading: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${heading}:\n${items.map((text) => `- ${text}`).join('\n')}`;
}

function asObject(value: unknown): { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { [key: string]: unknown })
    : {};
}

function cut(value: unknown, characters: number): string {
  if (typeof value !== 'string') return '';
  return value.toWellFormed().trim().slice(0, characters).toWellFormed().trim();
}

function cutList(value: unknown, items: number): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.map((entry) => cut(entry, recordCaps.itemCharacters)).filter((text) => text !== '');
  return [...new Set(texts)].slice(0, items);
}
