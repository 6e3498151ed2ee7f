/** The commands by name, each loaded when it is needed. A new one is a file beside this one and a line here. */
import type { Command } from '../command.ts';

const loaders = {
  chat: async () => (await import('./chat.ts')).chat,
  demo: async () => (await import('./demo.ts')).demo,
  rename: async () => (await import('./rename.ts')).rename,
  threads: async () => (await import('./threads.ts')).threads,
  serve: async () => (await import('./serve.ts')).serve,
  keys: async () => (await import('./keys.ts')).keys,
  mcp: async () => (await import('./mcp.ts')).mcp,
  history: async () => (await import('./history.ts')).history,
  context: async () => (await import('./context.ts')).context,
  summaries: async () => (await import('./summaries.ts')).summaries,
  rules: async () => (await import('./rules.ts')).rules,
  facts: async () => (await import('./facts.ts')).facts,
  profile: async () => (await import('./profile.ts')).profile,
  search: async () => (await import('./search.ts')).search,
  stats: async () => (await import('./stats.ts')).stats,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  compact: async () => (await import('./compact.ts')).compact,
  brief: async () => (await import('./brief.ts')).brief,
  summarize: async () => (await import('./summarize.ts')).summarizeCommand,
  verify: async () => (await import('./verify.ts')).verify,
  repair: async () => (await import('./repair.ts')).repair,
  reindex: async () => (await import('./reindex.ts')).reindex,
  config: async () => (await import('./config.ts')).config,
  completion: async () => (await import('./completion.ts')).completion,
  help: async () => (await import('./help.ts')).help,
} satisfies { [name: string]: () => Promise<Command> };

/** The order in which help shows the commands; a command in no group comes last. */
const groups: readonly { title: string; names: readonly string[] }[] = [
  { title: 'Talk', names: ['chat', 'demo'] },
  {
    title: 'Look inside',
    names: ['threads', 'history', 'context', 'summaries', 'rules', 'facts', 'profile', 'search', 'stats'],
  },
  { title: 'Change', names: ['compact', 'rename'] },
  { title: 'Bring in and take out', names: ['import', 'export', 'brief', 'summarize'] },
  { title: 'Connect', names: ['serve', 'keys', 'mcp'] },
  { title: 'Keep in order', names: ['verify', 'repair', 'reindex', 'config', 'completion', 'help'] },
];

/** What `everthread` alone means on a terminal. */
export const defaultCommand = 'chat';

export const commandNames: readonly string[] = Object.keys(loaders);

export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name as keyof typeof loaders]() : undefined;
}

/** All commands, as help arranges them. */
export async function loadGroups(): Promise<{ title: string; commands: Command[] }[]> {
  const grouped = new Set(groups.flatMap(({ names }) => names));
  const others = { title: 'More', names: commandNames.filter((name) => !grouped.has(name)) };
  const loaded = await Promise.all(
    [...groups, others].map(async ({ title, names }) => ({
      title,
      commands: (await Promise.all(names.map(loadCommand))).filter((command) => command !== undefined),
    })),
  );
  return loaded.filter(({ commands }) => commands.length > 0);
}
