/** Reads the facts of the newest messages of a thread, from their redacted views. */
import { extractSteps, type FactSource } from '../../facts/extract.ts';
import type { Fact } from '../../records/fact.ts';
import { inSteps } from '../../text/steps.ts';
import type { Task } from '../task.ts';

export const threadFactsTask: Task<{ sources: readonly FactSource[] }, Fact[]> = (
  { sources },
  { tools, pause },
) => inSteps(extractSteps(sources, { redact: tools.views.redact }), pause);
