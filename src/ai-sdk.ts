/** Entry `everthread/ai-sdk`. */
export type {
  ContextAdditions,
  EverthreadCallOptions,
  EverthreadModelOptions,
  Problem,
} from './integrations/ai-sdk/options.ts';
export {
  everthreadMiddleware,
  type WrappableModel,
  withEverthread,
} from './integrations/ai-sdk/with-everthread.ts';
export { type ArchiveTools, archiveTools } from './integrations/archive-tools/ai-sdk-tools.ts';
export type { ArchiveAnswer, ArchiveOptions } from './integrations/archive-tools/archive-tool.ts';
export type { PromptMode } from './integrations/resent/align-thread.ts';
