import { describe, expect, it } from 'vitest';
import { isProse, isTrace, looksLikeCode } from './code.ts';

const code = [
  'const a = require("b");',
  'import { stem } from "./stem.ts";',
  '  return values.map((one) => one + 1);',
  '{"a": 1, "b": [1, 2, 3]}',
  '+ added();',
  'if (ready) {',
];
const prose = [
  'Let us keep the old one for now.',
  'return it to me by Monday if you can, please',
  'We import goods from three countries.',
  'The class begins at nine (room 4).',
];

describe('code or prose', () => {
  it.each(code)('R-52 is code: %s', (line) => {
    expect(looksLikeCode(line)).toBe(true);
    expect(isProse(line)).toBe(false);
  });

  it.each(prose)('R-52 is prose: %s', (line) => {
    expect(looksLikeCode(line)).toBe(false);
    expect(isProse(line)).toBe(true);
  });

  it('R-52 knows prose in any script', () => {
    for (const line of [
      '请先停止旧的消费者，然后重新创建。',
      'أريد نقل خدمة الفواتير.',
      'Ünïcödé ist schön.',
      'ฉันต้องการย้ายบริการ',
    ])
      expect(isProse(line)).toBe(true);
  });

  it('R-52 output and traces are no prose', () => {
    const at = '    at parse (/srv/parser.js:10:7)';
    expect(isTrace(at)).toBe(true);
    for (const line of [at, '-rw-r--r-- 1 root root 120 parser.ts', '12→ line of a listing', '========'])
      expect(isProse(line), line).toBe(false);
  });
});
