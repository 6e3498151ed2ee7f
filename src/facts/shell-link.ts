/** How a command follows the one before it. `;` stands for every separator that goes on whatever happened before. */
export type ShellLink = '' | '&&' | '||' | '|' | ';';

/** `a && (b; c)` and `a &&\n b` have more operators than one between two commands. */
export function linkOf(operators: string, before: number): ShellLink {
  if (before === 0) return '';
  return (/&&|\|\||\|/.exec(operators)?.[0] as ShellLink | undefined) ?? ';';
}
