/** Checks answers against the OpenAPI document: an undocumented member or a wrong type fails the test. */
import { z } from 'zod';

// biome-ignore lint/suspicious/noExplicitAny: a document is data of any kind.
type Any = any;

/** Finds the documented operation for an address and checks an answer against it. */
export function documentCheck(document: Any) {
  const $defs = strict(JSON.parse(renamed(document.components.schemas)));
  const paths = Object.entries<Any>(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
    operations,
  }));
  const schemas = new Map<string, z.ZodType>();

  return (method: string, address: string, { status, body }: { status: number; body: unknown }): void => {
    const path = address.split('?')[0]!;
    const operation = paths.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
    if (operation === undefined) return;
    const response = operation.responses[status] ?? operation.responses.default;
    const key = JSON.stringify(response.content['application/json'].schema);
    const schema =
      schemas.get(key) ?? z.fromJSONSchema({ ...strict(JSON.parse(renamed(JSON.parse(key)))), $defs });
    schemas.set(key, schema);
    const checked = schema.safeParse(body);
    if (!checked.success)
      throw new Error(
        `${method} ${address} (${status}) is not as documented: ${checked.error.message.slice(0, 800)}`,
      );
  };
}

function renamed(value: unknown): string {
  return JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/');
}

/** Refuses members that the document does not name: either the answer or the document is wrong. */
function strict(schema: Any): Any {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  const isObject = copy.type === 'object' && copy.properties !== undefined;
  return isObject && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
