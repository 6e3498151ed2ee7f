/** Checks of search queries in every store, and the order of results. */
import { invalidInput } from '../../errors.ts';
import { roles } from '../../message/message.ts';
import {
  checkScopeList,
  type EmbeddedMessage,
  type SearchScope,
  type TextCandidate,
  type TextQuery,
  type VectorCandidate,
  type VectorQuery,
} from '../../search-index.ts';
import { checkCount, checkId } from './checks.ts';

export function checkTextQuery(query: TextQuery): void {
  checkScope(query);
  checkCount('limit', query.limit);
}

export function checkVectorQuery(query: VectorQuery): void {
  checkScope(query);
  checkId('model', query.model);
  checkCount('limit', query.limit);
}

export function checkVectors({
  model,
  messages,
}: {
  model: string;
  messages: readonly EmbeddedMessage[];
}): void {
  checkId('model', model);
  messages.forEach(({ threadId, seq, vectors }, index) => {
    checkId(`messages[${index}].threadId`, threadId);
    checkCount(`messages[${index}].seq`, seq);
    const sound = vectors.every((vector) => vector.length > 0 && vector.every(Number.isFinite));
    if (!sound) {
      throw invalidInput(`messages[${index}].vectors`, 'vectors of finite numbers, not empty', 'others');
    }
  });
}

function checkScope({ threadIds, roles: wanted, tools, upTo }: SearchScope): void {
  if (threadIds !== 'all') checkScopeList('threadIds', threadIds);
  if (wanted) checkScopeList('roles', wanted);
  if (tools) checkScopeList('tools', tools);
  if (threadIds !== 'all') for (const [index, id] of threadIds.entries()) checkId(`threadIds[${index}]`, id);
  for (const role of wanted ?? []) {
    if (!roles.includes(role)) throw invalidInput('roles', `some of ${roles.join(', ')}`, role);
  }
  if (upTo !== undefined) checkCount('upTo', upTo);
}

/** Best first; of equal scores the newer message first, so that every store returns the same order. */
export function byScore(first: TextCandidate, second: TextCandidate): number {
  return second.score - first.score || byPlace(first, second);
}

export function bySimilarity(first: VectorCandidate, second: VectorCandidate): number {
  return second.similarity - first.similarity || byPlace(first, second);
}

type Place = { threadId: string; seq: number };

function byPlace(first: Place, second: Place): number {
  if (first.threadId !== second.threadId) return first.threadId < second.threadId ? -1 : 1;
  return second.seq - first.seq;
}
