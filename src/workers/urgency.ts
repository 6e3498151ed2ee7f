/** Whose work goes first where work queues up. Only the order depends on it, never a result. */

/** What a request waits for, the rest of the work for conversations in which somebody talks, and everything else. */
export const urgencies = { backlog: 0, talk: 1, request: 2 } as const;

export type Urgency = (typeof urgencies)[keyof typeof urgencies];

export type Precedence = {
  /** How urgent work on this thread is now. */
  urgencyOf(threadId: string): Urgency;
  /**
   * Called between pieces of the work on a thread. Undefined if nothing more urgent is under way; otherwise resolves
   * when that has ended.
   */
  giveWay(threadId: string): Promise<void> | undefined;
};
