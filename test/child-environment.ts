/** Environment of every process that a test starts: the paths of programs, and Node's cache of compiled code. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env;

export const childEnvironment: { [name: string]: string } = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};
