/** A message as facts are read from it, and the conversion of a match to a fact. */
import type { Part } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { Found } from './found.ts';
import { importanceOf } from './importance.ts';

export type FactSource = {
  seq: number;
  role: string;
  /** The speaker's name, where the message has one. */
  name?: string;
  at: string;
  /** Read if there are no parts. */
  text: string;
  parts?: readonly Part[];
};

export function toFact(
  source: FactSource,
  role: string,
  { kind, value, subject, context, weight }: Found,
): Fact {
  return {
    kind,
    value,
    seq: source.seq,
    role,
    at: source.at,
    importance: importanceOf(kind, role, weight),
    ...(subject === undefined ? {} : { subject }),
    ...(context === undefined ? {} : { context }),
  };
}
