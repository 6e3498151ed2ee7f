/** The shape of a structured record from outside. Its size is limited where it is stored. */
import { z } from 'zod';

const texts = z.array(z.string());

export const structuredRecordShape = z.object({
  summary: z.string(),
  keyPoints: texts,
  context: z.object({
    participants: texts,
    decisions: texts,
    actionItems: z.array(z.object({ owner: z.string(), task: z.string(), due: z.string() })),
    unresolved: texts,
    domainEntities: texts,
  }),
});
