/** `everthread/testing`: stand-ins for a model, a summarizer and the clock, for tests without network or waiting. */
export { type ManualClock, manualClock } from './testing/manual-clock.ts';
export {
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  scriptedModel,
} from './testing/scripted-model.ts';
export {
  type ScriptedSummarizer,
  type ScriptedSummarizerOptions,
  type SummarizerAnswer,
  type SummarizerFault,
  scriptedSummarizer,
  summarizerFaults,
} from './testing/scripted-summarizer.ts';
