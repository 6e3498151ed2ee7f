/** Rules without "always" or "never": they hold for every occasion of a kind, or for all things of a kind. */
import { describe, expect, it } from 'vitest';
import { activePins, updatePins } from '../pins.ts';

function pinsAfter(...texts: string[]): string[] {
  const pins = texts.reduce<Parameters<typeof updatePins>[0]['pins']>(
    (held, text, index) =>
      updatePins({
        pins: held,
        message: { seq: index + 1, role: 'user', at: '2026-01-01T00:00:00.000Z', text },
      }),
    [],
  );
  return activePins(pins).map(({ text }) => text);
}

describe('rules for every occasion', () => {
  it.each([
    'Every time you change a file, run the formatter.',
    'Whenever you rename a function, bump the version.',
    'Before you push anything, run the whole suite.',
    'After each migration, dump the schema.',
    'For any new endpoint, write an OpenAPI entry.',
    'When in doubt, ask.',
    'If you are about to delete something, ask me first.',
    "If you can't find a source, say so instead of guessing.",
    'If something costs more than 50 euros, ask me first.',
    'If I write in German, reply in German.',
    'Give me your confidence level with every answer.',
    'Keep a log of every command you run in LOG.md.',
    'Unless told otherwise, assume Python 3.12.',
    "I'd rather you never use mocks.",
    "I'd appreciate it if you never used bullet points.",
    'I hate emojis, so leave them out.',
    'Anything involving money needs my approval first.',
    'You are only allowed to change files below src/.',
    'All dates in ISO format.',
    'No commits without a ticket number.',
    'Every function needs a docstring.',
    'Hands off the migrations folder.',
    'Whatever you do, never touch billing.py.',
    'Never, under any circumstances, run migrations on prod.',
    'At no time should you modify the vendored code.',
    'Fix the header, and whenever you change CSS, check mobile too.',
    'Some preferences of mine:\n1. short answers\n2. no emojis',
    'Führe jedes Mal den Formatter aus, wenn du eine Datei änderst.',
    'Mir wäre lieber, du würdest nie Abkürzungen verwenden.',
    'Keine Änderungen an main ohne Pull Request.',
    'Chaque fois que tu modifies un fichier, lance le formateur.',
    'En règle générale, évite les abréviations.',
    'Cada vez que cambies un archivo, ejecuta el formateador.',
    'Prefiero que nunca uses emojis.',
    'Sempre que alterar um arquivo, rode o formatador.',
    'Ogni volta che modifichi un file, esegui il formatter.',
    'Elke keer dat je een bestand wijzigt, draai de formatter.',
    'Varje gång du ändrar något, kör testerna.',
    'Za każdym razem, gdy zmieniasz plik, uruchom formatter.',
    'Каждый раз, когда меняешь файл, запускай форматтер.',
    'Bir dosyayı her değiştirdiğinde formatlayıcıyı çalıştır.',
    'في كل مرة تعدل فيها ملفا، شغل المنسق.',
    'अब से हमेशा हिंदी में जवाब दो।',
    'Từ giờ trở đi hãy trả lời ngắn gọn.',
    'Setiap kali kamu mengubah file, jalankan formatter.',
    '每次修改文件后都要运行格式化工具。',
    '没有我的同意不要删除任何东西。',
    'ファイルを変更するたびにフォーマッターを実行してください。',
    '파일을 수정할 때마다 포매터를 실행해 줘.',
  ])('R-40 %j is a rule', (text) => {
    expect(pinsAfter(text).length).toBeGreaterThan(0);
  });

  it.each([
    'Every time I open the app it crashes.',
    'Every time you run it, the cache grows, right?',
    'Whenever you get a chance, look at the PR.',
    'Whenever you are ready, start the deploy.',
    'When you rename the function, update the import in app.ts.',
    'Before each meeting I drink coffee.',
    'Before any schema change, we had three tables.',
    'For each file in src, add a header.',
    'If you change the port, the tests fail.',
    'If anyone asks, I am on holiday.',
    'In the docs, fix the typo.',
    "I'd rather you fixed the header first.",
    'The bank requires my confirmation.',
    'Nothing happens without a reason.',
    'No errors in the log, strange.',
    'All tests in src fail.',
    'All examples in the book use Java.',
    'Every endpoint must have been changed by the merge.',
    'Every file needs 3 MB.',
    'Please use tabs here.',
    "Don't use the cache for this run.",
    'Only use case I see is caching.',
    "Let's always be friends.",
    'Whatever you do next is fine.',
    'At no time did the server answer.',
    'My colleague wrote: "every time you change a file, run the formatter".',
    'Jedes Mal, wenn ich speichere, stürzt es ab.',
    'Immer wenn du das sagst, muss ich lachen.',
    'Avant chaque match, je suis nerveux.',
    'Antes de cada partido, me pongo nervioso.',
    'Перед каждым матчем я волнуюсь.',
    'Her kaydettiğimde çöküyor.',
    '每次保存都会崩溃。',
    '会うたびに嬉しいです。',
    'जब भी बारिश होती है बिजली जाती है।',
    'Mỗi khi trời mưa, mất điện.',
  ])('R-40 %j is none', (text) => {
    expect(pinsAfter(text)).toEqual([]);
  });

  it.each([
    ['Every time you change a file, run the formatter.', 'You no longer need to run the formatter.'],
    [
      'Anything involving money needs my approval.',
      'You no longer need my approval for anything involving money.',
    ],
    ['Immer wenn du das Schema änderst, erhöhe die Version.', 'Du musst die Version nicht mehr erhöhen.'],
    ['Каждый раз, когда меняешь файл, запускай форматтер.', 'Больше не нужно запускать форматтер.'],
    ['每次修改文件后都要运行格式化工具。', '不用再运行格式化工具了。'],
  ])('R-40 %j ends with %j', (rule, said) => {
    expect(pinsAfter(rule)).toHaveLength(1);
    expect(pinsAfter(rule, said)).toEqual([]);
  });

  it('R-40 of two forms of the same things the newer one wins, and other things keep theirs', () => {
    expect(pinsAfter('All dates in ISO format.', 'All dates in American format.')).toEqual([
      'All dates in American format.',
    ]);
    expect(pinsAfter('All code comments in English.', 'All commit messages in English.')).toHaveLength(2);
    expect(
      pinsAfter(
        'Every time you change a file, run the formatter.',
        'Every time you change a file, run the linter.',
      ),
    ).toHaveLength(2);
  });
});
