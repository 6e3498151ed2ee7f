import { describe, expect, it } from 'vitest';
import { indexTerms } from './index-terms.ts';

describe('index terms', () => {
  it('R-49 the name of the speaker is part of what the index knows', () => {
    expect(indexTerms({ name: 'Anna', parts: [{ type: 'text', text: 'Hello there' }] })).toContain('anna');
  });
});
