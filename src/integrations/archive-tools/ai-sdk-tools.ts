/** The archive as tools of the AI SDK, to give to `generateText` or `streamText` beside your own. */
import type { Tool } from 'ai';
import type { ArchiveAnswer, ArchiveOptions, ArchiveTool } from './archive-tool.ts';
import { type ArchiveToolbox, createArchiveTools } from './create-archive-tools.ts';

type AiSdkTool<Input, Data> = Tool<Input, ArchiveAnswer<Data>> & {
  execute: (input: Input) => Promise<ArchiveAnswer<Data>>;
};

type AsTool<Given> = Given extends ArchiveTool<infer Input, infer Data> ? AiSdkTool<Input, Data> : never;

/** Named, so that the published type refers to the SDK's types instead of copying them at build time. */
export type ArchiveTools = {
  [Name in 'search' | 'expand' | 'describe']: AsTool<ArchiveToolbox[Name]>;
};

/** The model reads the text of an answer; the data is for the program. Errors reach the model as tool errors. */
export function archiveTools(options: ArchiveOptions): ArchiveTools {
  const { search, expand, describe } = createArchiveTools(options);
  return { search: asTool(search), expand: asTool(expand), describe: asTool(describe) };
}

function asTool<Input, Data>({
  title,
  description,
  inputSchema,
  run,
}: ArchiveTool<Input, Data>): AiSdkTool<Input, Data> {
  return {
    title,
    description,
    inputSchema,
    execute: (input: Input) => run(input),
    toModelOutput: ({ output }: { output: ArchiveAnswer<Data> }) => ({
      type: 'text' as const,
      value: output.text,
    }),
  } as AiSdkTool<Input, Data>;
}
