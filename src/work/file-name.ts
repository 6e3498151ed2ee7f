/** The last part of a path. A folder keeps the slash at its end, which says what it is. */
export function fileName(path: string): string {
  return path.slice(nameStart(path));
}

/** Where the last part of a path begins. */
export function nameStart(path: string): number {
  return path.slice(0, -1).lastIndexOf('/') + 1;
}
