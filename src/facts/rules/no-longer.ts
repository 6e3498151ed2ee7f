/**
 * "You no longer have to …" and "you may … again", in languages whose verb stands elsewhere than in English. They name
 * no rule as such, so they only end a rule that is about the same thing.
 */
import type { RevocationReader } from './revocation.ts';

type Form = { notNeeded: readonly string[]; allowed?: readonly string[] };

const forms: readonly Form[] = [
  {
    // Russian
    notNeeded: [
      '(?:(?:тебе|вам) )?(?:больше|уже) не (?:нужно|надо|требуется|обязательно|должен|должна|обязан[аы]?) (.{2,100}?)',
      '(?:ты |вы )?(?:можешь|можете|можно) больше не (.{2,100}?)',
      '(?:забудь|забудьте|отмени|отмените) (?:про|насч[её]т|то,? что я (?:сказала?|говорила?|просила?) (?:про|об?)) (.{2,80}?)',
    ],
    allowed: ['(?:ты |вы )?(?:можешь|можете|можно) (?:снова|опять) (.{2,100}?)'],
  },
  {
    // Polish
    notNeeded: ['(?:nie (?:musisz|trzeba) (?:już|więcej)|już nie (?:musisz|trzeba)) (.{2,100}?)'],
    allowed: ['(?:możesz|można) (?:znowu|znów|ponownie) (.{2,100}?)'],
  },
  {
    // Swedish, Danish, Norwegian
    notNeeded: [
      'du (?:behöver|behøver|trenger|må|måste) (?:inte|ikke) (?:längre|længere|lenger) (.{2,100}?)',
    ],
    allowed: ['du (?:får|kan|må) (.{2,80}?) (?:igen|igjen)'],
  },
  {
    // Turkish
    notNeeded: ['artık (.{2,100}?) (?:gerek (?:yok|kalmadı)|zorunda değilsin(?:iz)?|gerekmiyor)'],
    allowed: ['(?:artık |tekrar |yine ){1,2}(.{2,80}?)(?:abilirsin|ebilirsin)(?:iz)?'],
  },
  {
    // Arabic
    notNeeded: [
      '(?:لم تعد بحاجة إلى|لم تعد مضطر[اًً]{0,2} (?:إلى|ل|أن)|لم يعد (?:عليك|من الضروري|يجب) أن|لا داعي (?:بعد الآن )?(?:لأن|أن)) ?(.{2,100}?)',
    ],
    allowed: ['يمكنك (?:مجدد[اًً]{1,2}|مرة أخرى) (?:أن )?(.{2,100}?)'],
  },
  {
    // Chinese
    notNeeded: [
      '(?:你)?(?:现在|現在|以后|以後)?(?:不用再|(?:不必|不需要|不須|不须|无需|無需)再?)(.{2,40}?)了?',
    ],
    allowed: ['(?:你)?(?:现在|現在|以后|以後)?(?:又可以|可以(?:再|重新|继续|繼續))(.{2,40}?)了?'],
  },
  {
    // Japanese
    notNeeded: [
      '(?:もう|今後は?|これからは)?[、,]?(.{2,60}?)(?:なくても?(?:いい|良い|よい|大丈夫|構いません|かまいません)|必要は(?:もう)?(?:ありません|ない|なくなりました))(?:です)?よ?',
    ],
    allowed: [
      '(?:また|今後は|これからは)[、,]?(.{2,60}?)[てで]も?(?:いい|良い|よい|大丈夫|構いません|かまいません)(?:です)?よ?',
    ],
  },
  {
    // Korean
    notNeeded: [
      '(?:이제|더 ?이상|앞으로는?)[,\\s]{0,2}(.{2,80}?)(?:지 않아도|안 해도|할 필요(?:는|가)?) ?\\p{L}{1,6}',
    ],
    allowed: ['(?:이제)? ?다시 (.{2,80}?)(?:해도|써도|도) (?:돼요?|됩니다|괜찮아요?|좋아요?)'],
  },
];

const opening =
  '^(?:(?:ок|окей|хорошо|ладно|нет|спасибо|ok|okej|dobrze|dziękuję|tak|okay|tack|tak|tamam|حسن[اًً]{1,2}|شكر[اًً]{1,2}|好的?|那|嗯|谢谢|謝謝|はい|では|じゃあ|네|아니)[\\s,，、.。!！-]+){0,2}';

export const noLonger: readonly RevocationReader[] = forms.flatMap(({ notNeeded, allowed = [] }) => [
  ...notNeeded.map((form) => reader(form, false)),
  ...allowed.map((form) => reader(form, true)),
]);

function reader(form: string, onlyForbidding: boolean): RevocationReader {
  return {
    pattern: new RegExp(`${opening}${form}[.!。！]*$`, 'iu'),
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', onlyForbidding, loose: true }),
  };
}
