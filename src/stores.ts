/**
 * Entry `everthread/stores`: what every store does in the same way, as pure functions, for stores of your own.
 * Numbering and units of messages, coverage and counters of a commit, rewriting the past, index entries, hashes of
 * records. The store in `stores/memory` needs nothing else of Everthread.
 */
export { invalidInput } from './errors.ts';
export { withNewProse, withProse } from './facts/profile/held-prose.ts';
export { type Origin, withArchiveCalls } from './message/origin.ts';
export * from './message/units.ts';
export { type ConversationEnd, type FoundEnd, mostEnds } from './records/conversation-end.ts';
export { emptyProfile, entryKinds } from './records/profile.ts';
export * from './records/record-hash.ts';
export { summaryStatuses } from './records/summary.ts';
export { noFigures } from './records/thread-state.ts';
export { mostResults } from './result-cache.ts';
export * from './stores/rules/archive-calls.ts';
export * from './stores/rules/audit-entries.ts';
export * from './stores/rules/checks.ts';
export * from './stores/rules/conversation-ends.ts';
export * from './stores/rules/derivations.ts';
export * from './stores/rules/details.ts';
export * from './stores/rules/index-entry.ts';
export * from './stores/rules/numbering.ts';
export * from './stores/rules/profile-notes.ts';
export * from './stores/rules/request-checks.ts';
export * from './stores/rules/restoring.ts';
export * from './stores/rules/rewriting.ts';
export * from './stores/rules/search-checks.ts';
export * from './stores/rules/settings.ts';
export * from './stores/rules/settle.ts';
export * from './stores/rules/thread-order.ts';
export { unpricedTokensOf } from './summarizer.ts';
export { termWeight } from './text/bm25.ts';
