/** The commands by name, each loaded when it is asked for. A new one is a file in commands/ and a line here. */
import type { Command } from './command.ts';

const loaders = {
  demo: async () => (await import('./commands/demo.ts')).demo,
  help: async () => (await import('./commands/help.ts')).help,
} satisfies { [name: string]: () => Promise<Command> };

export const commandNames = Object.keys(loaders) as (keyof typeof loaders)[];

export async function loadCommand(name: string): Promise<Command | undefined> {
  const known = commandNames.find((candidate) => candidate === name);
  return known === undefined ? undefined : loaders[known]();
}
