import { z } from '@hono/zod-openapi';

export const problem = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      field: z.string().optional(),
      accepted: z.string().optional(),
    }),
  })
  .openapi('Problem');
