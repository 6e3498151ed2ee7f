/** All texts in a value of any shape, in order. Binary data is skipped. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === 'string') texts.push(node);
    else if (typeof node === 'object' && node !== null && !ArrayBuffer.isView(node))
      for (const member of Object.values(node)) visit(member);
  };
  visit(value);
  return texts;
}
