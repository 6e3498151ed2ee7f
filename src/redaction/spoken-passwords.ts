/**
 * Finds passwords given in conversation, in the larger languages: a word for password, the words that people put
 * between it and the password ("for the wifi is now"), and the password, which may look like anything. Keys and tokens
 * need no such grammar, because they are recognized by their looks (random-tokens.ts).
 */

import { unspacedScripts } from '../text/scripts.ts';
import { looksChosen, looksGenerated } from './assigned-values.ts';
import type { Glance } from './glance.ts';
import { randomBits } from './randomness.ts';
import { isParticiple, isPasswordStatement } from './said-of-passwords.ts';
import { isNumber, isPlaceholderOrCode } from './secret-shape.ts';
import { isPassphrase } from './spaced-secrets.ts';

type Found = { kind: string; start: number; end: number };

const spaced =
  "pass ?words?|passwd|pass ?codes?|pass ?phrases?|pwd|mdp|passwort|passwörter|kennwort|pw|pass|pin(?: code| number)?|(?:alarm|door|gate|entry|safe|lock) code|contraseña|contrasenya|clave|mot de passe|senha|palavra[- ]passe|parola|password|wachtwoord|lösenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?|salasana|hasło|heslo|jelszó|parolă|parola d'ordine|şifre(?:m|si|miz|niz|sini|yi)?|parola(?:m|sı|mız|nız)|пароль|пароля|паролем|лозинка|lozinka|zaporka|slaptažodis|parool|geslo|κωδικός|mật khẩu|mk|kata sandi(?:nya|ku)?|kata laluan|sandi|nenosiri|code wi-?fi|clé wi-?fi";
const unspaced =
  '密码|密碼|口令|パスワード|暗証番号|비밀번호|비번|암호|รหัสผ่าน|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|కడవుచ్చొల్|پاس ورڈ|رمز عبور|گذرواژه|كلمة (?:ال)?(?:مرور|سر)|סיסמה|סיסמא';
/** The last part of compound words: "WLAN-Passwort", "Routerpasswort". */
const compound = 'passwor[dt]|kennwort|wachtwoord|lösenord(?:et)?|adgangskoden?|jelszó|salasana';
const keys =
  '(?:(?:api|access|secret|encryption|signing|session|refresh|deploy|master|private|auth|bot|licen[cs]e|webhook|wi-?fi|wlan|network) )?(?:key|token|secret)';
const keyName = new RegExp(`^${keys}$`, 'i');
const word = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${spaced}|${keys})(?![\\p{L}\\p{N}_-])|(?:${unspaced})|(?<=\\p{L}-?)(?:${compound})(?![\\p{L}\\p{N}_-])`,
  'giu',
);

/** Words between the word for password and the password: its owner or purpose, and "is". */
const places =
  "for|to|of|on|at|für(?:s|\\s(?:den|die|das))?|zum|zur|vom|von|beim|im|pour|de|du|des|d['’]|para|del|de la|al|per|della?|dell['’]|di|do|da|no|na|voor|van|op|för|till|til|på|do|od|k|ke|для|от|на|к|у|из|dla|için|untuk|cho|pentru|către|az?|του|της|για|ל|של";
const copulas =
  "is|was|ist|war|lautet|heißt|c['’]est|est|es|é|è|era|jest|to|är|er|is|on|je|van|este|είναι|là|adalah|ialah|это|هو|هي|הוא|היא";
const qualifier = new RegExp(
  `^\\s(?:temporaire|provisoire|initiale?|temporane[ao]|provvisori[ao]|iniziale|temporal|provisional|inicial|temporári[ao]|provisóri[ao]|tymczasowe|временный|geçici)(?=\\s(?:${copulas})\\s|\\s{0,2}[:=—–])|^\\s(?:wi-?fi|wlan)(?:-?nya)?(?=\\s(?:${copulas})\\s|\\s{0,2}[:=—–]|\\s\\S*\\d)|^(?:\\s\\p{sc=Arabic}{2,20}){1,4}(?=\\s(?:هو|هي)\\s)|^\\s{0,2}[([][^()[\\]\\n]{1,30}[)\\]](?=\\s{0,2}[:=—–])|^\\s{1,2}(?:${places})\\s?[^\\n.:=,;]{1,50}?(?=\\s(?:${copulas})\\s|\\s{0,2}[:=—–]\\s)|^\\s(?:${places})\\s\\p{L}{2,20}(?=\\s\\S*\\d)`,
  'iu',
);
const link =
  /^(?:[\s,]{0,3}(?:(?:is|was|are|ist|war|lautet|heißt|est|es|era|é|è|era|jest|to|är|er|on|je|van|este|είναι|là|adalah|ialah|ni|c['’]est|это|هو|هي|הוא|היא|है|हैं|হল|คือ|是|为|為|は|が|은|는|이|가|(?:i|we)(?:['’]ve| have)? (?:use|used|chose|picked|took|set|put)|(?:habe?|nehme|nahm|benutze|verwende) ich|(?:haben|nehmen) wir|j['’](?:ai (?:mis|pris|choisi)|utilise)|he (?:puesto|elegido|usado)|(?:eu )?(?:coloquei|usei|escolhi)|ho (?:messo|scelto|usato)|heb ik|(?:used|is going|is supposed) to be|(?:will|would|should|must|can|shall) be|has been|=>|->|→|—|–|=|:|：|＝|now|still|currently|(?:set|changed|updated|reset) to|just|jetzt|ahora|maintenant|agora|adesso|nu|теперь|сейчас|now|only)(?![\p{L}\p{N}])|[是为為はが은는이가：:=])){1,3}\s{0,2}/iu;
/** Grammatical particles attached to the word, and closing marks around it: `(password)`, `**Password**`. */
const particle = /^(?:[는은이가を]|[)\]*_]{1,3})/u;
const opening = /^[\s*_([]{0,3}(?<quote>["'`“„«「『‘]?)[*_]{0,2}/u;
/** Verbs that only name something: "lautet", unlike "ist", never describes. */
const tells = /(?<!\p{L})(?:lautet|heißt|luidt|lyder|brzmi|(?:would|used to|will|should) be)(?!\p{L})/iu;
const longestReach = 160;
const leastLength = 4;
/**
 * Text in a script without blanks. Nobody types a password in such a script, so it continues the sentence:
 * "密码必须至少有8个字符".
 */
const prose = new RegExp(`[${unspacedScripts}].*$`, 'su');

const possessive =
  /(?:my|our|your|his|her|their|wifi|wi-fi|wlan|admin|root|login|mein|meine|unser|mon|notre|mi|nuestra|minha|mio|mijn|min|mitt|moje|мой|наш|the)\s{1,2}(?:\p{L}{1,12}\s)?$/iu;

/** The account or the network of which the clause before has spoken. */
const accountBefore =
  /(?<!\p{L})(?:wlan|wi-?fi|ssid|netzwerk|network|benutzer(?:name)?|user(?: ?name)?|log-?in|zugang|account|konto|utilisateur|identifiant|usuario|usuário|utente|gebruiker|пользователь|логин|kullanıcı)(?!\p{L})[^.\n]{2,44}[,;] (?:(?:and|und|y|et|e|en|i|и|och|og|ve)\s)?(?:(?:the|das|le|la|el|il|het)\s)?$/iu;

/** "(pw: …)" behind a name or an address. A call has no blank before its bracket. */
const bracketed = /(?:^|\s)[([]$/;
const newlyIssued =
  /(?:^|[^\p{L}])(?:new|temp(?:orary)?|initial|(?:auto-?)?generated|one-?time|default|current|neues?|temporäres|vorläufiges|nouveau|nueva|nova|nuova|nieuwe?|новый|временный)\s{1,2}(?:\p{L}{2,12}\s{1,2})?$/iu;
/** The beginning of a compound word, before the part that means password. */
const compoundStart = /\p{L}{1,20}-?$/u;
const otherScript = /[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\P{L}]/u;
/** In languages whose verb is last, it follows the password. */
const verbFollows = /^\s(?:है|था|হল|입니다|이야|이에요|です)/u;
/** After a plain word: the sentence ends, or goes on with something else. */
const plainEnd =
  /^\s*$|^\s?[.,;!)\]]|^\s(?:and|und|et|y|e|en|i|и|och|og|ve|a)\s|^\s?(?:です|だよ|だ$|입니다|이야|이에요|예요|है|ครับ|ค่ะ)/u;

/** "… is the password": the name follows the password. */
const nameAfter = new RegExp(
  `(?<![^\\s"'\`“(])(?<value>[^\\s"'\`“”,;()]{5,80})["'\`”]?\\s(?:[(–—-]{0,2}\\s?(?:that(?:['’]s| is)|this is|das ist|c['’]est|eso es|es|è)\\s(?:the|my|our|your|das|mein|unser|le|mon|la|mi|el)|(?:is|was|ist|est|es|è|é)\\s(?:the|my|our|your|das|mein|unser|le|mon|la|mi|el|a)|as(?:\\s(?:the|my|our|your|a))?)\\s(?:\\p{L}{1,16}\\s){0,2}(?:${spaced})(?![\\p{L}\\p{N}_-]|\\s(?:hash|manager|field|policy|input|prompt))`,
  'giu',
);

/** How far before its name such a password begins, and what of the text behind the name is read. */
const [nameReach, nameTail] = [180, 12];

/** Every word for password in plain letters contains one of these. */
const plainPieces = [
  ...'pass pwd pw mdp kennwort pin contrasenya clave senha parola wachtwoord adgangskode kodeord salasana heslo lozinka zaporka parool geslo kata sandi nenosiri key token secret'.split(
    ' ',
  ),
  'code wi',
  ...['alarm code', 'door code', 'gate code', 'entry code', 'safe code', 'lock code'],
];

export function findSpokenPasswords(text: string, glance: Pick<Glance, 'ascii' | 'mayContain'>): Found[] {
  const found: Found[] = [];
  if (glance.ascii && !plainPieces.some(glance.mayContain)) return found;
  for (const match of text.matchAll(word)) {
    found.push(...findNamedAfter(text, match.index, match.index + match[0].length));
    const from = match.index + match[0].length;
    const rest = text.slice(from, from + longestReach).split('\n', 1)[0]!;
    let at = particle.exec(rest)?.[0].length ?? 0;
    const qualifierText = qualifier.exec(rest.slice(at))?.[0] ?? '';
    at += qualifierText.length;
    const linkText = link.exec(rest.slice(at))?.[0] ?? '';
    at += linkText.length;
    const openingMatch = opening.exec(rest.slice(at))!;
    const { quote } = openingMatch.groups!;
    at += openingMatch[0].length;
    const written = (quote === '' ? /^[^\s"'`“”„«»「」『』。，、]{4,120}/u : /^[^"'`”»」』’\n]{4,120}/u).exec(
      rest.slice(at),
    )?.[0];
    const phrase =
      quote === '' && /phrase/i.test(match[0]) && /(?:[:=]|\sis)\s{1,2}$/.test(linkText)
        ? /^[\p{L}\p{N} ]{10,120}(?=[.!]?\s*$)/u.exec(rest.slice(at))?.[0]
        : undefined;
    if (phrase !== undefined && isPassphrase(phrase)) {
      found.push({ kind: 'password', start: from + at, end: from + at + phrase.length });
      continue;
    }
    const raw = quote === '' && prose.test(match[0]) ? written?.replace(prose, '') : written;
    if (raw === undefined || raw.length < leastLength) continue;
    const value =
      quote === '' ? raw.replace(/[.,;:!?)\]*_]+$/, (end) => (/^[!?]/.test(end) ? end[0]! : '')) : raw;
    const before = text.slice(Math.max(0, match.index - 46), match.index).replace(compoundStart, '');
    const after = rest.slice(at + raw.length, at + raw.length + 6);
    const quoted = quote !== '';
    const mention = {
      passwordWord: match[0],
      isQualified: qualifierText !== '' || tells.test(linkText),
      linkText,
      quoted,
      raw,
      value,
      before,
      after,
    };
    if (!isPassword(mention)) continue;
    found.push({ kind: 'password', start: from + at, end: from + at + value.length });
  }
  return found;
}

/** Passwords before the word at a place, which names them. */
function findNamedAfter(text: string, start: number, end: number): Found[] {
  const earliest = Math.max(0, start - nameReach);
  const blank = earliest === 0 ? -1 : text.slice(earliest, start).search(/\s/);
  const from = earliest + blank + 1;
  if (earliest > 0 && blank < 0) return [];
  const found: Found[] = [];
  for (const match of text.slice(from, end + nameTail).matchAll(nameAfter)) {
    const value = match.groups!.value!;
    const at = from + match.index;
    if (looksChosen(value)) found.push({ kind: 'password', start: at, end: at + value.length });
  }
  return found;
}

type PasswordMention = {
  passwordWord: string;
  /** Whether the text says whose password it is, or what it is for. */
  isQualified: boolean;
  linkText: string;
  quoted: boolean;
  raw: string;
  value: string;
  before: string;
  after: string;
};

function isPassword(mention: PasswordMention): boolean {
  const { passwordWord, isQualified, linkText, quoted, value, before, after } = mention;
  const clean = value.replace(/[!?]$/, '');
  if (clean.length < leastLength || isPlaceholderOrCode(clean) || isPasswordStatement(clean)) return false;
  if (isNumber(clean) && !/^\d{4,}$/.test(clean)) return false;
  if (keyName.test(passwordWord)) return !/[:：=|]/.test(linkText) && looksGenerated(value);
  if (/^pin| code$/i.test(passwordWord)) return linkText !== '' && /^\d{4,8}$/.test(clean);
  const isLinked = linkText.trim() !== '' || verbFollows.test(after);
  if (/^pass$/i.test(passwordWord)) return isLinked && looksChosen(value);
  if (/^(?:pw$|mk$|clave|parola|sandi|geslo)/i.test(passwordWord) && !bracketed.test(before))
    return (
      looksChosen(value) ||
      (isQualified && (/^\d{4,8}$/.test(clean) || /[a-z][A-Z].*[a-z][A-Z]|[A-Z]{2}[a-z]/.test(clean)))
    );
  if (!isLinked)
    return quoted ? looksChosen(value) && !/\s/.test(value) : looksChosen(value) && !/[/.:=]/.test(clean);
  if (quoted) return !/^\s|\s{2}|[{}<>]/.test(value) && !(/\s/.test(value) && /[:：=]\s*$/.test(linkText));
  // `Tides.Currents42` after "is" is a password; `config.password2` is code.
  const isProperty = /^[\w$]+\.[\w$.]+$/.test(clean);
  if (isProperty && !(/\p{L}/u.test(linkText) && /^[A-Z].*\d$/.test(clean))) return false;
  if (/\(|\)|=>|^[<{[/$]/.test(clean)) return false;
  if (
    /\d/.test(clean) ||
    /[!@#$%^&*]/.test(clean) ||
    (/[a-z][A-Z]/.test(clean) && clean.length >= 8 && !/[:：=]\s*$/.test(linkText))
  )
    return true;
  // Letters in turns of both cases, which nobody writes in a sentence.
  if (clean.length >= 8 && /^[A-Za-z]*[a-z][A-Z]+[a-z][A-Za-z]*$/.test(clean) && randomBits(clean) >= 8)
    return true;
  return /^[\p{L}-]+$/u.test(clean) && isPlainPassword(mention);
}

/**
 * A plain word is a password only if it ends the clause and the text gives a password to somebody: the speaker's own,
 * that of a place, a newly issued one, or one in brackets after what it opens.
 */
function isPlainPassword({
  passwordWord,
  isQualified,
  linkText,
  raw,
  value,
  before,
  after,
}: PasswordMention): boolean {
  const endsClause = /[.,;!]$/.test(raw) || plainEnd.test(after);
  if (!endsClause) return false;
  if (bracketed.test(before) && !isParticiple(value)) return /[)\],]/.test(raw.at(-1)! + after);
  const isLinkedBySign = /[:：=]\s{0,2}$/.test(linkText);
  if (newlyIssued.test(before) && !isParticiple(value)) return !isLinkedBySign || /^\s*$/.test(after);
  if (accountBefore.test(before) && !isParticiple(value) && !/[a-z][A-Z]/.test(value))
    return /^\s*$|^[.,;!)]/.test(after) || /[.!]$/.test(raw);
  // If the word for password is in another script, a word in Latin letters is the password itself.
  if (otherScript.test(passwordWord)) return /^[a-z]{6,}[.,;!]?$/.test(raw);
  if (isParticiple(value)) return false;
  if (isLinkedBySign)
    return (
      (isQualified || possessive.test(before) || /(?:ı|i|u|ü)$/.test(passwordWord)) && /^\s*$/.test(after)
    );
  return isQualified || (possessive.test(before) && !/the\s{1,2}$/i.test(before));
}
