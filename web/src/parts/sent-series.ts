/** Two lines to compare: what was sent, and what the whole history would have been. */
import type { Series } from './plot.tsx';

export function sentSeries(points: readonly { tokens: number; historyTokens: number }[]): Series[] {
  return [
    { label: 'sent', colour: '--accent', values: points.map(({ tokens }) => tokens) },
    {
      label: 'the whole history',
      colour: '--amber',
      dashed: true,
      values: points.map(({ historyTokens }) => historyTokens),
    },
  ];
}
