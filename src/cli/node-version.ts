/** Checks whether this Node is new enough. Imports nothing, so that it runs on any version. */
const least: readonly [major: number, minor: number] = [22, 13];

/** A message for the user if the version is too old, else undefined. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return undefined;
  return (
    `everthread needs Node ${least.join('.')} or newer, and this is Node ${version.replace(/^v/, '')}. ` +
    'Install a current one from https://nodejs.org, or run `npx -p node@24 -p everthread everthread`.'
  );
}
