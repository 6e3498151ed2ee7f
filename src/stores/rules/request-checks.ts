/** Checks of requests in every store, and their totals. */
import { invalidInput } from '../../errors.ts';
import type { RequestRecord, RequestTotals } from '../../records/request.ts';
import { checkId } from './checks.ts';

export function checkRequests(requests: readonly RequestRecord[]): void {
  requests.forEach((request, index) => {
    const field = `requests[${index}]`;
    checkId(`${field}.threadId`, request.threadId);
    const { seq, tokens, historyTokens, reported } = request;
    const figures = { seq, tokens, historyTokens, ...(request.expected ?? {}), ...(reported ?? {}) };
    for (const [name, value] of Object.entries(figures)) {
      if (value === null || (Number.isSafeInteger(value) && value >= 0)) continue;
      throw invalidInput(`${field}.${name}`, 'a whole number of at least 0', value);
    }
    if (!(Number.isFinite(request.ratio) && request.ratio > 0)) {
      throw invalidInput(`${field}.ratio`, 'a number above 0', request.ratio);
    }
  });
}

export function sumRequests(requests: readonly Omit<RequestRecord, 'threadId'>[]): RequestTotals {
  const told = requests.flatMap(({ reported }) => reported ?? []);
  const known = requests.filter(({ expected }) => expected !== null);
  const expected = known.map((request) => request.expected!);
  const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number | null) =>
    rows.reduce((total, row) => total + (figure(row) ?? 0), 0);
  return {
    requests: requests.length,
    tokens: sum(requests, ({ tokens }) => tokens),
    historyTokens: sum(requests, ({ historyTokens }) => historyTokens),
    expected: {
      requests: expected.length,
      tokens: sum(known, ({ tokens }) => tokens),
      historyTokens: sum(known, ({ historyTokens }) => historyTokens),
      readTokens: sum(expected, ({ readTokens }) => readTokens),
      writtenTokens: sum(expected, ({ writtenTokens }) => writtenTokens),
      historyReadTokens: sum(expected, ({ historyReadTokens }) => historyReadTokens),
      historyWrittenTokens: sum(expected, ({ historyWrittenTokens }) => historyWrittenTokens),
    },
    since: requests.reduce<string | null>(
      (first, { at }) => (first === null || at < first ? at : first),
      null,
    ),
    reported: {
      requests: told.length,
      inputTokens: sum(told, ({ inputTokens }) => inputTokens),
      cachedTokens: sum(told, ({ cachedTokens }) => cachedTokens),
      cacheWriteTokens: sum(told, ({ cacheWriteTokens }) => cacheWriteTokens),
      outputTokens: sum(told, ({ outputTokens }) => outputTokens),
    },
  };
}
