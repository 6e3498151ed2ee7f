/**
 * The conversation the demo plays: a bookshop moves its database, over eight weeks and 200 messages. People, shop and
 * prices are invented.
 */
import type { MessageContent } from '../../message/message.ts';
import { theDecision } from './act-1-the-decision.ts';
import { theSchema } from './act-2-the-schema.ts';
import { theImport } from './act-3-the-import.ts';
import { theRehearsal } from './act-4-the-rehearsal.ts';
import { theNight } from './act-5-the-night.ts';
import { theMorningAfter } from './act-6-the-morning-after.ts';

export type DemoMessage = MessageContent & { createdAt: string };

/** Number of the message that decides on the database; the demo reads it back at the end. */
export const decisionNumber = 3;

export const demoSystem =
  'You are the assistant of The Ink & Otter, a bookshop. You help to move its database.';

const betweenLinesMs = 90_000;

export const conversation: readonly DemoMessage[] = [
  ...theDecision,
  ...theSchema,
  ...theImport,
  ...theRehearsal,
  ...theNight,
  ...theMorningAfter,
].flatMap(({ start, lines }) =>
  lines.map((line, index) => ({
    ...line,
    createdAt: new Date(Date.parse(start) + index * betweenLinesMs).toISOString(),
  })),
);
