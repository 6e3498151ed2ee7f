/** Makes the record of a request: figures, and which summaries and passages it showed. */
import type { AssembledContext } from '../context/context.ts';
import type { RequestRecord } from '../records/request.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** Sections that a request would also have with the whole history. */
const sectionsWithHistory = ['system', 'profile', 'resources'] as const;

export function requestOf(
  options: Pick<RequestRecord, 'at' | 'ratio' | 'model' | 'summaryIds' | 'preparedIds' | 'recalled'> & {
    state: ThreadState;
    context: AssembledContext;
  },
): RequestRecord {
  const { state, context, ...request } = options;
  const { requestTokens = 0 } = context.budget;
  const otherTokens = sectionsWithHistory.reduce(
    (sum, name) => sum + (context.sections[name]?.tokens ?? 0),
    requestTokens,
  );
  // Messages repaired for the provider may have more tokens than stored, and so would the whole history.
  const history = Math.max(Math.ceil(state.tokens * request.ratio), context.sections.tail?.tokens ?? 0);
  return {
    ...request,
    arrangement: context.arrangement,
    threadId: state.id,
    seq: state.messages,
    tokens: context.tokens + requestTokens,
    historyTokens: history + otherTokens,
    expected: null,
    reported: null,
  };
}
