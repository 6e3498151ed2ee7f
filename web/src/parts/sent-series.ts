/** Two lines to compare: tokens sent, and tokens of the whole history. */
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
