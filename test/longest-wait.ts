/**
 * How long a test waits for something before it fails with a word on what it waited for: shorter than the limit of
 * tests, and so long that only what hangs meets it, however busy the machine is.
 */
export const longestWaitMs = 500_000;
