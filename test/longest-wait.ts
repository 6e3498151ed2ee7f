/**
 * How long a test waits for something before it fails and names it. This is shorter than the limit of a whole test, and
 * so long that only a hanging test reaches it, even on a busy machine.
 */
export const longestWaitMs = 500_000;
