/** What every process that a test starts gets: where programs are, and what was compiled for others before it. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env;

export const childEnvironment: { [name: string]: string } = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};
