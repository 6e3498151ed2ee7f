/** The steps of a context without pauses, for tests. */
import { atOnce } from '../text/steps.ts';
import { beginContext } from './assemble.ts';
import type { AssembleInput } from './assemble-input.ts';
import type { AssembledContext } from './context.ts';
import { type RepairedMessage, repairSteps } from './repair.ts';

export function assembleContext(input: AssembleInput): AssembledContext {
  return atOnce(beginContext(input).finish());
}

export function repairMessages(options: Parameters<typeof repairSteps>[0]): RepairedMessage[] {
  return atOnce(repairSteps(options));
}
