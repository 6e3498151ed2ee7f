/**
 * Finds codes that open something and are only digits: one-time codes of a login or a payment, personal numbers of a
 * card, codes of a door. Only a name distinguishes them from other numbers, so such a name must be next to the number.
 * "Code" alone is not enough, because errors, countries and articles have codes too.
 */
import { createPatternIndex } from '../text/pattern-index.ts';
import type { Glance } from './glance.ts';

type Found = { kind: string; start: number; end: number };

/** Things that a code of a few digits opens. */
const openings =
  '(?:front|back|main|garage|entry)?[ -]?(?:door|gate)|garage|alarm|safe|vault|lock|padlock|locker|lockbox|key ?box|building|apartment|elevator|keypad|phone|voicemail|(?:haus|wohnungs|eingangs)?tür|tor|garage|alarmanlage|tresor|schloss|schließfach|handy|telefon|porte|portail|alarme|coffre|immeuble|digicode|puerta|portón|garaje|alarma|caja fuerte|porta|portão|garagem|cofre|cancello|cassaforte|allarme|(?:voor|achter)?deur|poort|kluis|alarm|ytterdörr\\p{L}{0,2}|dörr\\p{L}{0,2}|larm\\p{L}{0,2}|dør\\p{L}{0,2}|hoveddør\\p{L}{0,2}';
/** Names that are followed by the code, in small letters. */
const names = [
  '(?:verification|confirm(?:ation)?|security|log-?\\s?in|sign-?\\s?in|access|auth(?:entication|entification|orization|orisation)?|one-?\\s?time|2fa|mfa|two-?factor|two-?step|sms|text|e-?mail|otp|totp|activation|unlock|validation|pairing|temporary|secret|entry|door|gate|garage|alarm|disarm|safe|lock|locker|building|keypad)[ _-]?(?:pass)?(?:code|pin)s?',
  '\\d[ -]?digit (?:pass)?(?:code|pin)',
  '(?:my|your|the)\\s(?:2fa|mfa|otp|sms|card|debit card|credit card|bank|atm|sim|phone|voicemail)(?:\\scard)?\\s(?:code|pin)',
  'code to (?:sign|log)[ -]?in|code to (?:verify|confirm|reset|unlock)\\p{L}*(?:\\s\\p{L}+){0,3}',
  'otp|totp|one-?time (?:password|pin|passcode)|passcode|cvv2?|cvc2?',
  `code(?:s|n)? (?:for|to|of|on|für|zum|zur|vom|von|pour|du|de|del|da|do|per|della?|voor|van|till|til|på) (?:(?:the|my|our|your|der|die|das|den|dem|unser\\p{L}{0,2}|meine?\\p{L}?|la|le|l['’]|el|il|lo|de|het|mijn|ons) ?)?(?:\\p{L}+ ){0,2}?(?:${openings})`,
  `(?:${openings})[ -]?code[ns]?`,
  '(?:bestätigungs|verifizierungs|verifikations|sicherheits|einmal|zugangs|freigabe|aktivierungs|entsperr|anmelde|login-?|sms-?|tür-?|zutritts-?|freischalt)code|einmalpasswort|(?:m|sms-?|push-?|photo-?|i)?tan|geheimzahl|geheimnummer|pin-?(?:nummer|code)',
  "code (?:de (?:vérification|confirmation|validation|sécurité|connexion|déverrouillage|la (?:porte|carte|sim))|d['’](?:accès|activation|authentification|entrée)|à usage unique|otp|sms|secret|confidentiel|pin|porte|reçu)|digicode",
  '(?:código|codigo|cód\\.) (?:de (?:verificación|verificacion|verificação|confirmación|confirmação|seguridad|segurança|acceso|acesso|activación|ativação|autenticación|autenticação|validación|validação|desbloqueo|desbloqueio|un solo uso|uso único)|secreto|sms|otp|pin)|clave (?:dinámica|de un solo uso)',
  'codice (?:di (?:verifica|conferma|sicurezza|accesso|attivazione|sblocco|autenticazione)|otp|pin|usa e getta|monouso|sms|segreto)',
  '(?:verificatie|bevestigings|beveiligings|toegangs|inlog|eenmalige|activerings|sms-?|pin)\\s?code',
  '(?:verifierings|bekräftelse|säkerhets|engångs|inloggnings|bekræftelses|sikkerheds|sikkerhets|verifiserings|bekreftelses|pin|sms-?|port|dør)kod(?:en?)?|vahvistuskoodi\\p{L}{0,3}|kertakäyttö(?:koodi|salasana)|tunnusluku',
  '(?:ověřovací|potvrzovací|bezpečnostní|jednorázový|přístupový|overovací|overovac[íi]|potvrdzovací|prístupový) kód|(?:ellenőrző|megerősítő|biztonsági|belépési) ?kód|cod(?:ul)? (?:de (?:verificare|confirmare|securitate|acces|activare)|otp|pin)',
  'kod (?:weryfikacyjny|potwierdzający|autoryzacyjny|dostępu|sms|blik|jednorazowy|pin)|hasło jednorazowe|kod do (?:drzwi|bramy|domofonu)',
  "код\\p{L}{0,2} (?:от (?:двери|домофона|сейфа|подъезда|телефона)|від під['’]їзду|подтверждения|доступа|авторизации|проверки|безопасности|входа|активации|из смс|от домофона|підтвердження|доступу)|одноразов\\p{L}{2,3} (?:код|пароль)|пин-?код\\p{L}{0,2}|пін-?код|(?:мой|твой|ваш) пин|пин (?:от )?(?:карты|сим-?карты)",
  '(?:kart|banka|telefon|kasa) şifre\\p{L}{1,3}|(?:doğrulama|onay|güvenlik|giriş|aktivasyon|sms|kapı) (?:kod|şifre)\\p{L}{1,5}|tek kullanımlık (?:şifre|kod)\\p{L}{0,5}',
  'mã (?:xác (?:thực|minh|nhận)|otp|bảo mật|kích hoạt|pin|đăng nhập)',
  'kode (?:verifikasi|otp|konfirmasi|akses|keamanan|masuk)|kod (?:pengesahan|keselamatan)',
  '(?:رمز|كود) (?:التحقق|التأكيد|الدخول|الأمان|المصادقة|التفعيل|المرور)|ال?رقم\\p{L}{0,2} (?:ال)?سري|کد (?:تأیید|تایید|فعال‌سازی|فعالسازی|ورود|امنیتی)|رمز (?:یکبار مصرف|پویا|کارت|ورود)|تصدیقی کوڈ',
  'ओटीपी|सत्यापन कोड|वन टाइम पासवर्ड|(?:एटीएम|कार्ड) (?:का )?पिन|ওটিপি|যাচাইকরণ কোড|ஒருமுறை கடவுச்சொல்|ఓటీపీ',
  'κωδικό(?:ς|ν)? (?:επαλήθευσης|επιβεβαίωσης|μίας χρήσης|ασφαλείας|otp)|קוד (?:ה?אימות|ה?גישה|ה?כניסה|חד[- ]פעמי|סודי)|รหัส ?(?:otp|ยืนยัน|เข้า|บัตร|ล็อก)',
  '验证码|驗證碼|校验码|动态码|動態碼|动态密码|動態密碼|短信码|确认码|確認碼|安全码|授权码|支付密码|取款密码|银行卡密码|门锁密码|門鎖密碼|门禁密码|门禁码|提取码',
  '認証(?:コード|番号)|確認コード|ワンタイム(?:パスワード|コード)|セキュリティコード|暗証番号|認証キー',
  '인증 ?(?:번호|코드)|확인 ?코드|일회용 ?(?:비밀번호|코드)|보안 ?코드|현관 ?비밀번호|비밀번호 ?네 ?자리',
];
/** Codes that open nothing. */
const ordinaryCodes =
  'error|exit|status|return|zip|postal|post|area|country|dial|promo|discount|coupon|voucher|gift|product|article|item|colou?r|reference|booking|tracking|order|invoice|customer|source|bar|qr|http|response|tax|sort|bank|airport|department|cost|store|branch|staff|course|company';
const edge = {
  start: '(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\p{N}])',
  end: '(?![\\p{sc=Latin}\\p{sc=Cyrillic}])',
};
/** The name at the end of the text before the code, with a few words about its owner or purpose and a sign or verb. */
const nameBefore = createPatternIndex({
  sources: names.map(
    (name) =>
      `${edge.start}(?:${name})${edge.end}(?<between>["'*_]{0,3}(?:[ \\t]?\\([^()\\n]{1,24}\\))?(?:[\\s,]{0,2}[\\p{L}\\p{M}][\\p{L}\\p{M}'’.-]{0,24}){0,5}["'*_]{0,3}\\s{0,2}[:：=#–—-]{0,2}\\s{0,2}["'\`*_([【「『“]{0,3}(?:g-)?)$`,
  ),
  flags: 'iu',
});
/** "884411 is your login code", "use 884411 as …", "884411（登录验证码）". */
const nameAfter = createPatternIndex({
  sources: [
    ...names,
    `(?<=(?:your|my|dein|ihr|votre|tu|su|seu|tuo|twój|din)\\s(?:(?!${ordinaryCodes})[\\p{L}\\p{N}]{2,20}\\s)?)(?:code|código|codice|kod)`,
  ].map(
    (name) =>
      `^["'\`*_)\\]】」』”]{0,3}\\s?(?:(?:is|as|to|ist|als|est|comme|es|como|é|è|come|jest|jako|to|är|er|—|–|-)\\s(?:(?:the|my|your|our|an?|dein|ihr|mein|der|die|votre|ton|le|tu|su|el|seu|o|il|tuo|suo|twój|din)\\s)?(?:\\p{L}{2,20}\\s){0,2}|(?:是|为|為|は|が|은|는|이|가|（|\\(|은 )\\s?(?:您|你|あなた|당신|本次|登录|登錄|お客様|고객님)?(?:的|の|의)?\\s?\\p{L}{0,8}?)(?:${name})${edge.end}`,
  ),
  flags: 'iu',
});
/** Digits of such codes, in one piece or in two or three of equal length. */
const digits =
  /(?<![A-Za-z\p{sc=Cyrillic}\p{N}_.,:/+#]|(?<![Gg])-|\p{N} )(?:\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}(?:[ -]\d{2}){2})(?![A-Za-z\p{sc=Cyrillic}\p{N}_%]|[.,:/-]\d| ?(?:位|行|字|元|円|年|月|日|分|秒|個|个|条|条|문자|자리|분|초|원|개|년|वर्ण|ms|s|sec|seconds?|min|minutes?|hours?|days?|times|px|bytes?|kb|mb|chars?|characters?|digits?|lines?|Zeichen|Sekunden|Minuten|Stellen|caractères|caracteres|caratteri|символ\p{L}*|знак\p{L}*|€|\$)(?!\p{sc=Latin}))/gu;
const otherNumberWords =
  /expir|valid|length|len(?![a-z])|long|after|within|since|until|every|version|line|page|port|error|status|step|from|läuft|gültig|ab |从|自|から|부터/iu;
/** The name and the code are joined: by a verb, a particle or a sign. */
const nameLink =
  /(?:[:：=#(【「『“"'`*[]|(?:^|[\s\p{L}])(?:is|are|was|ist|lautet|heißt|est|es|é|è|jest|to|är|er|je|este|είναι|là|adalah|это|هو|هي|הוא|היא)|[是为為はが은는이가])\s{0,2}(?:g-)?$/iu;
/** Without a verb or sign between the name and the code, the clause must end after the code. */
const clauseEnd = /^["'`*)\]】」』”]{0,2}\s?(?:$|[.,;:!?()\n、。，！—–-]|[^\p{sc=Latin}\p{sc=Cyrillic}\s])/u;
/** "Use 884411 to sign in." */
const purpose = /^\s(?:to|as|for|um|zum|zur|pour|para|per|om|för|do|для|чтобы)\s/iu;
/** Warnings in messages with such codes: "never share this code", "nobody from our bank will ask". */
const warning =
  /(?:never|not|n['’]t|nobody|no one)\b.{0,24}\b(?:share|tell|give|forward|disclose|reveal|send)|(?:nicht|niemand\p{L}{0,2}|keinem).{0,30}(?:weiter|teil|mit|geb)|ne (?:le |la )?(?:communique|partage|divulgue|donne|transmette)|no (?:lo |la )?(?:compart|revel|dig|entreg|facilit)|não (?:o |a )?(?:compartilh|inform|revel|pass)|non (?:condivider|comunicar|rivelar|dar)|deel (?:deze|dit|hem).{0,20}niet|dela (?:inte|aldrig)|nie (?:udostępniaj|podawaj|przekazuj)|nikomu|никому|не (?:сообщайте|говорите|передавайте)|paylaşmay|kimseye|không (?:chia sẻ|cung cấp|tiết lộ)|jangan (?:berikan|bagikan|beri|sebar)|لا (?:تشارك|تعط|تخبر)|किसी (?:को|के साथ)|切勿|请勿|勿告|不要告|泄露|洩露|教えない|伝えない|알려주지|공유하지|אל ת/iu;
const anyCode =
  /code|kod|kód|код|cod[iu]|código|رمز|كود|کد|码|碼|コード|번호|코드|mã |otp|קוד|รหัส|कोड|ओटीपी|κωδικ/iu;
const ownCode = new RegExp(
  `(?:^|[^\\p{L}])(?:your|my|dein|mein|ihr|votre|mon|ton|tu|mi|su|seu|meu|tuo|mio|je|uw|mijn|din|min|twój|mój|ваш|мой|твой)\\s(?:(?!${ordinaryCodes})[\\p{L}\\p{N}]{2,20}\\s){0,2}(?:code|código|codice|kod|код)(?:\\s(?:is|ist|lautet|est|es|é|è|to|är|—)|\\s?[:：])\\s{1,2}$|(?<!(?:sipariş|ürün|müşteri|posta|hata|ülke|alan|rezervasyon|fatura) )(?:şifreniz|kodunuz|şifren|kodun)\\s?:?\\s$|(?:הקוד שלך|你的码|您的代码)\\s?(?:הוא|是)?\\s?$`,
  'iu',
);
const year = /^(?:19|20)\d\d$/;
const combination =
  /(?:combination|combo|zahlenkombination|combinaison|combinación|combinação|combinazione)(?:\s(?:for|to|of|on|für|zum|de|del|du|da|do|della)\s[^\n.:=]{1,30}?)?(?:\s(?:is|ist|est|es|é|è)\s|\s?[:=]\s?)(?<value>\d{1,2}(?:[- /]\d{1,2}){2,4})(?![\d.])/giu;

/** Codes on and of a card, which may have three digits. `PIN` in capitals is no part of a plug. */
const cardCode =
  /(?<![\p{L}\p{N}_-])(?:(?:[Cc][Vv][VvCc]2?|CSC)(?:[ -]?(?:code|number|Nummer))?|PIN)(?:\s(?:is|ist|est|es|is|è|é)|\s?[:=#])?\s{1,2}(?<value>(?<!PIN.{0,6})\d{3,4}|\d{4,5})(?![\p{N}%]|[.,:/-]\d)/gu;

const pieces = 'cod|otp|tan|pin|kod|cvv|cvc|clave|codice|geheim|hasło|parola|tunnus|şifre|κωδικ'.split('|');
const reach = { before: 110, after: 70 };

export function findOneTimeCodes(text: string, { ascii, mayContain }: Glance): Found[] {
  const found: Found[] = [];
  if (mayContain('comb')) {
    for (const match of text.matchAll(combination)) {
      const end = match.index + match[0].length;
      found.push({ kind: 'code', start: end - match.groups!.value!.length, end });
    }
  }
  if (mayContain('cv') || mayContain('pin') || mayContain('csc')) {
    for (const match of text.matchAll(cardCode)) {
      const end = match.index + match[0].length;
      found.push({ kind: 'code', start: end - match.groups!.value!.length, end });
    }
  }
  if (ascii && !pieces.some(mayContain)) return found;
  for (const match of text.matchAll(digits)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (isNamed(text, start, end, match[0])) found.push({ kind: 'code', start, end });
  }
  return found;
}

function isNamed(text: string, start: number, end: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - reach.before), start);
  const after = text.slice(end, end + reach.after);
  const line = before.slice(before.lastIndexOf('\n', before.length - 3) + 1);
  const between = nameBefore.leftmost(line)?.groups?.between;
  if (between !== undefined && !otherNumberWords.test(between)) {
    if (nameLink.test(line)) return true;
    const isLong = value.length >= 6 || !/\p{L}\s+\p{L}/u.test(between.trim());
    if (isLong && !year.test(value) && clauseEnd.test(after)) return true;
  }
  if ((ownCode.test(line) && clauseEnd.test(after)) || nameAfter.test(after)) return true;
  const around = `${line} ${after}`;
  const ends = clauseEnd.test(after) || (value.length > 5 && purpose.test(after));
  return value.length > 4 && ends && warning.test(around) && anyCode.test(around);
}
