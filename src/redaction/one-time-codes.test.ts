import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact } = createRedactor();

describe('codes of digits that open something', () => {
  it.each([
    ['Your OTP is 118263. Do not share it with anyone.', '118263'],
    ['G-482917 is your Google verification code.', '482917'],
    ['Use 730 114 as your login code', '730 114'],
    ['The 2FA code I just got is 559 102', '559 102'],
    ['<#> 771 204 is your WhatsApp code', '771 204'],
    ['[Steam Guard] Your code: 77120', '77120'],
    ["Use 882013 to reset your account. Don't give this code to anyone.", '882013'],
    ['Enter this code to sign in: 330192', '330192'],
    ['{"verification_code": "884411"}', '884411'],
    ['the gate code is 4471#', '4471'],
    ['the safe combination is 32-14-07', '32-14-07'],
    ['Dein Bestätigungscode lautet 907 331', '907 331'],
    ['Die TAN ist 448120', '448120'],
    ['Der Code für die Haustür ist 2580#', '2580'],
    ['Votre code de vérification est 129 044', '129 044'],
    ['Este es tu código: 771209. No lo compartas con nadie.', '771209'],
    ['Seu código de acesso é 448812', '448812'],
    ['Il codice OTP è 330914', '330914'],
    ['Je verificatiecode is 550192', '550192'],
    ['Twój kod weryfikacyjny to 663102', '663102'],
    ['Ваш код подтверждения: 640118. Никому его не сообщайте.', '640118'],
    ['пин-код карты 8812', '8812'],
    ['Doğrulama kodunuz: 224790', '224790'],
    ['Mã xác thực của bạn là 310955', '310955'],
    ['Kode OTP Anda: 771209', '771209'],
    ['رمز التحقق الخاص بك هو 905127', '905127'],
    ['आपका ओटीपी 557820 है', '557820'],
    ['רמז: קוד האימות: 882 190', '882 190'],
    ['รหัส OTP ของคุณคือ 482910', '482910'],
    ['验证码是 884411', '884411'],
    ['您的验证码：503921，5分钟内有效。', '503921'],
    ['認証コードは 771204 です。', '771204'],
    ['인증번호 [392817]를 입력해 주세요', '392817'],
  ])('I-10 %s', (text, code) => {
    expect(redact(text)).not.toContain(code);
  });

  it.each([
    ['Here are the 2FA backup codes: 4821 9930, 1177 2054, 9083 4421', '1177 2054'],
    ['Discord backup codes: 4k2j-9sxa 8hj3-77aq m2n1-0okl', '8hj3-77aq'],
    ['备用验证码：\n4821 9930\n1177 2054\n9083 4421', '1177 2054'],
    ['バックアップコード:\n12345678\n90817263\n55667788', '90817263'],
  ])('I-10 recovery codes in a list: %j', (text, code) => {
    expect(redact(text)).not.toContain(code);
  });

  it.each([
    'The error code is 884411, see the table.',
    '错误代码是 884411',
    '郵便番号は 1500001 です',
    'Hata kodu: 224790',
    'kod pocztowy 00-950',
    'Ihr Kundencode ist 884411',
    'Your area code is 0421.',
    'The verification code expires after 300 seconds.',
    '验证码长度是 6 位，有效期 300 秒',
    'security code scan found 1203 issues',
    'The login code was 4471 lines long before the rewrite.',
    'confirm code changes in 4471 files',
    'код доступа к файлу 0644',
    'tan 4500 boots',
    'pin 12345 on the map',
    "don't tell anyone, but the code has 4471 warnings",
    'Der Sicherheitscode wurde 2024 eingeführt',
    'country codes: 0049, 0043, 0041',
    'edge case of 32-14-07 in the best combination',
    'expect(otp).toHaveLength(6)',
  ])('I-10 other numbers stay: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});
