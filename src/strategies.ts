/** Entry `everthread/strategies`: the parts of the built-in strategies, for strategies of your own. */
export { type Cut, type Cuts, cutToFit, findCuts, lastCut } from './strategies/cuts.ts';
export {
  contextRatio,
  explainNothing,
  foldAll,
  limitsFor,
  makePlan,
  type Nothing,
  type OneSummary,
  rerootAll,
  tokensForWords,
  withinBudget,
} from './strategies/plans.ts';
export { type Presentation, presentSummaries, stableFirst } from './strategies/present.ts';
