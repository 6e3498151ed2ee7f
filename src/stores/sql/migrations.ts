/**
 * The schema's history, a list that only grows. A released migration never changes again, which fixtures/schema-1.sql
 * proves.
 */
import { createThreads } from './migrations/0001-threads.ts';
import { createSearch } from './migrations/0002-search.ts';
import { createOrigins } from './migrations/0003-origins.ts';
import { addRecordHashes } from './migrations/0004-record-hashes.ts';
import { createRequests } from './migrations/0005-requests.ts';
import { createDeletedThreads } from './migrations/0006-deleted-threads.ts';
import { addSent } from './migrations/0007-sent.ts';
import { addOwners } from './migrations/0008-owners.ts';
import { addCachedResults } from './migrations/0009-cached-results.ts';
import { createConversations } from './migrations/0010-conversations.ts';
import { addArrangement } from './migrations/0011-arrangement.ts';
import { createConversationEnds } from './migrations/0012-conversation-ends.ts';
import { leaveIndexingOpen } from './migrations/0013-open-backlog.ts';
import type { Migration } from './migrations/migration.ts';

export const migrations: readonly Migration[] = [
  { name: '0001-threads', up: createThreads },
  { name: '0002-search', up: createSearch },
  { name: '0003-origins', up: createOrigins },
  { name: '0004-record-hashes', up: addRecordHashes },
  { name: '0005-requests', up: createRequests },
  { name: '0006-deleted-threads', up: createDeletedThreads },
  { name: '0007-sent', up: addSent },
  { name: '0008-owners', up: addOwners },
  { name: '0009-cached-results', up: addCachedResults },
  { name: '0010-conversations', up: createConversations },
  { name: '0011-arrangement', up: addArrangement },
  { name: '0012-conversation-ends', up: createConversationEnds },
  { name: '0013-open-backlog', up: leaveIndexingOpen },
];
