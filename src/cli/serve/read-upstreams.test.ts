import { describe, expect, it } from 'vitest';
import { readUpstream } from './read-upstreams.ts';

const env = { OPENAI_API_KEY: 'sk-kept-on-the-server' };

describe('where the proxy sends requests', () => {
  it('R-60 an address, for all models or some', () => {
    expect(readUpstream('http://127.0.0.1:11434', env)).toEqual({ url: 'http://127.0.0.1:11434' });
    expect(readUpstream('llama*=http://127.0.0.1:11434', env)).toEqual({
      url: 'http://127.0.0.1:11434',
      models: ['llama*'],
    });
  });

  it('R-60 R-63 a key kept on the server comes from the environment, and is in no message', () => {
    const asked = { url: 'https://api.openai.com', models: ['gpt-*'], keyVariable: 'OPENAI_API_KEY' };
    expect(readUpstream(JSON.stringify(asked), env)).toEqual({
      url: 'https://api.openai.com',
      models: ['gpt-*'],
      key: 'sk-kept-on-the-server',
    });
    expect(() => readUpstream(JSON.stringify(asked), {})).toThrow(
      '--upstream names the variable OPENAI_API_KEY, which is not set.',
    );
  });

  it.each([
    'ftp://example.com',
    'example.com',
    '',
    '{',
    '{"url":"file:///etc/passwd"}',
    '{"url":"https://a.example","key":"sk-1"}',
    '{"url":"https://a.example","routes":["/v2"]}',
  ])('R-63 refuses %s, and says what is accepted', (text) => {
    expect(() => readUpstream(text, env)).toThrow(/^--upstream must be an address such as/u);
  });
});
