/** Schemas that several endpoints share: ids, pages, switches in a query. */
import { z } from '@hono/zod-openapi';

export const seq = z.number().int().min(1);
export const count = z.number().int().min(0);
export const share = z.number();
export const time = z.string().openapi({ example: '2026-03-01T09:30:00.000Z' });

/** Numbers in a query string arrive as text. */
export const queryNumber = z.coerce.number<string>().int().min(0);
export const querySeq = z.coerce.number<string>().int().min(1);
export const queryLimit = (most: number, usual: number) =>
  z.coerce.number<string>().int().min(1).max(most).default(usual);
export const querySwitch = z.enum(['true', 'false']).transform((value) => value === 'true');
/** A list separated by commas. */
export const queryList = z.string().transform((text) => text.split(',').filter((item) => item !== ''));

const threadId = z.string().min(1);
export const threadParams = z.object({ threadId });
export const messageParams = z.object({ threadId, seq: querySeq });
export const summaryParams = z.object({ threadId, summaryId: z.string().min(1) });

export const note = z.string().optional().openapi({ description: 'Kept in the audit trail: who, why.' });
