import { describe, expect, it } from 'vitest';
import { createRest, endpoints } from './create-rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is data of any kind.
const document: any = createRest({ timeMs: 1, unexpected: () => undefined }).document();
type Operation = { operationId: string; parameters?: { name: string; in: string }[]; responses: object };
const operations = Object.entries<{ [method: string]: Operation }>(document.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('R-60 the OpenAPI document', () => {
  it('R-60 has every endpoint, each with its parameters, an answer and a refusal', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} /api${path}`).sort(),
    );
    for (const { path, parameters = [], responses } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared, path).toEqual(named);
      expect(Object.keys(responses), path).toEqual([expect.stringMatching(/^20[01]$/u), 'default']);
    }
  });

  it('R-60 names every operation once, and has no dangling references', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getThreadsByThreadIdMessages');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(30);
    for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name);
  });
});
