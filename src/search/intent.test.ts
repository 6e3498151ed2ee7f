import { expect, it } from 'vitest';
import { needsRecall } from './intent.ts';

const nothing = [
  'Thanks!',
  'thank you so much 🙏',
  'ok',
  'OK, great.',
  'yes please',
  'Yes, go ahead.',
  'no',
  'go on',
  'Continue.',
  'continue please',
  'shorter please',
  'Could you make it shorter?',
  'Can we go on?',
  'Did I?',
  'Did you finish?',
  'Do I have to start again?',
  'and then?',
  'Why?',
  'What do you mean?',
  'Hello!',
  'Good morning',
  'hi there',
  'Explain that again, please.',
  'sounds good',
  '👍',
  '…',
  '',
  'Danke!',
  'ja, mach weiter',
  'Guten Morgen',
  'Merci beaucoup',
  'oui, continue',
  'gracias',
  'sí, adelante',
  '谢谢',
  '好的，继续',
  'ありがとうございます。',
  '네, 감사합니다',
];

const something = [
  'What did I take up again in the evenings?',
  'When did we begin?',
  'Did I finish it last night?',
  'Was hatte ich abends angefangen?',
  'What did we decide about the database?',
  'Who has the key?',
  'When did Caroline go to the support group?',
  'thanks! and which port did staging use?',
  'The deploy failed with ECONNREFUSED.',
  'Remind me of my doctor’s name',
  'Continue with the migration plan',
  'src/server/index.ts',
  'Welche Farbe hatte das Boot?',
  'Où avons-nous rangé la clé ?',
  '¿Cuál era el presupuesto del viaje?',
  '我们上次决定用哪个数据库？',
  '前回の会議はいつでしたか',
  '지난번 회의에서 무엇을 결정했나요?',
  'ok so now I would like you to do that thing again for all of them and then once more for me',
];

it.each(nothing)('R-50 nothing is looked up for %j', (text) => {
  expect(needsRecall(text)).toBe(false);
});

it.each(something)('R-50 the past is asked for %j', (text) => {
  expect(needsRecall(text)).toBe(true);
});
