/** All texts in a value of any shape, in order. Binary data is skipped. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const visit = (held: unknown): void => {
    if (typeof held === 'string') texts.push(held);
    else if (typeof held === 'object' && held !== null && !ArrayBuffer.isView(held))
      for (const member of Object.values(held)) visit(member);
  };
  visit(value);
  return texts;
}
