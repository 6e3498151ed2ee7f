/** Checks the input of a request against its endpoint's schemas. An error names what is wrong (SPEC §8). */
import type { z } from '@hono/zod-openapi';
import { EverthreadError } from '../../errors.ts';
import { readJson } from './read-json.ts';

type Place = 'params' | 'query' | 'body';

export function checked(place: Place, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal(place, issue!);
}

export async function readBody(request: Request, options: { takesText: boolean }): Promise<unknown> {
  const text = await request.text();
  const type = request.headers.get('content-type') ?? '';
  if (options.takesText && /^(?:text\/plain|application\/(?:x-ndjson|jsonl|octet-stream))\b/iu.test(type))
    return { text };
  if (text.trim() === '') return {};
  // Browsers let any page send text to another site, but JSON only after a preflight request.
  if (!/^application\/(?:[\w.+-]+\+)?json\b/iu.test(type))
    throw new EverthreadError({
      code: 'invalid_input',
      field: 'content-type',
      message: `content-type must be application/json${options.takesText ? ' or text/plain' : ''}.`,
      details: { accepted: 'application/json' },
    });
  return readJson(text);
}

function refusal(place: Place, issue: z.core.$ZodIssue): EverthreadError {
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat()[0];
    if (inner !== undefined) return refusal(place, { ...inner, path: [...issue.path, ...inner.path] });
  }
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path.map(String), ...(unknown === undefined ? [] : [unknown])];
  const field = path.join('.').slice(0, 100) || place;
  const accepted = unknown === undefined ? acceptedBy(issue) : `left out: ${place} has no such member`;
  return new EverthreadError({
    code: 'invalid_input',
    field,
    message: `${field} must be ${accepted}.`,
    details: { accepted },
  });
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function acceptedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : withArticle(issue.expected);
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `at least ${issue.minimum} long`
        : `at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `at most ${issue.maximum} long`
        : `at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'a time such as 2026-03-01T09:30:00Z' : `a ${issue.format}`;
    default:
      return issue.message;
  }
}
