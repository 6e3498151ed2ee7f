/** Checks of conversation ends that every store makes before writing them. */
import type { ConversationEnd } from '../../records/conversation-end.ts';
import { checkCount, checkId } from './checks.ts';

export function checkEnds(threadId: string, ends: readonly ConversationEnd[]): void {
  checkId('threadId', threadId);
  for (const { key, seq, length } of ends) {
    checkId('key', key);
    checkCount('seq', seq);
    checkCount('length', length);
  }
}
