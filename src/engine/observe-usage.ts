/**
 * Processes what a provider reported for a context: learns the token ratio, and adds the report to its request.
 */
import type { ModelRatios, UsageObservation } from './model-ratios.ts';
import type { RequestLog } from './request-log.ts';

export async function observeUsage(
  { ratios, requests }: { ratios: ModelRatios; requests: RequestLog },
  observation: UsageObservation,
): Promise<void> {
  await ratios.observe(observation);
  const { model, threadId, contextTokens, reportedTokens } = observation;
  if (threadId === undefined) return;
  requests.report({
    threadId,
    model: ratios.modelFor(model),
    tokens: contextTokens,
    reported: {
      inputTokens: Math.round(reportedTokens),
      cachedTokens: observation.cachedTokens ?? null,
      cacheWriteTokens: observation.cacheWriteTokens ?? null,
      outputTokens: observation.outputTokens ?? null,
    },
  });
}
