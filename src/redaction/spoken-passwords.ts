/**
 * Finds passwords given in conversation, in the larger languages: a word for password, the words that people put
 * between it and the password ("for the wifi is now"), and the password, which may look like anything. Keys and tokens
 * need no such grammar, because they are recognized by their looks (random-tokens.ts).
 */

import { unspacedScripts } from '../text/scripts.ts';
import { looksChosen, looksGenerated } from './assigned-values.ts';
import type { Glance } from './glance.ts';
import { isNumber, meansNothing } from './secret-shape.ts';

const spaced =
  "pass ?words?|pass ?codes?|pass ?phrases?|pwd|passwort|passwörter|kennwort|pw|pass|pin(?: code| number)?|(?:alarm|door|gate|entry|safe|lock) code|contraseña|contrasenya|clave|mot de passe|senha|palavra[- ]passe|parola|password|wachtwoord|lösenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?|salasana|hasło|heslo|jelszó|parolă|parola d'ordine|şifre(?:m|si|niz)?|parolam|пароль|пароля|паролем|лозинка|lozinka|zaporka|slaptažodis|parool|geslo|κωδικός|mật khẩu|kata sandi|kata laluan|sandi|nenosiri";
const unspaced =
  '密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|รหัสผ่าน|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|కడవుచ్చొల్|پاس ورڈ|رمز عبور|گذرواژه|كلمة المرور|كلمة السر|סיסמה|סיסמא';
const keys =
  '(?:(?:api|access|secret|encryption|signing|session|refresh|deploy|master|private|auth|bot|licen[cs]e|webhook|wi-?fi|wlan|network) )?(?:key|token|secret)';
const keyName = new RegExp(`^${keys}$`, 'i');
const word = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${spaced}|${keys})(?![\\p{L}\\p{N}_-])|(?:${unspaced})`,
  'giu',
);

/** Words between: whose password it is, what it is for, and "is". */
const belonging =
  /^\s{0,2}[([][^()[\]\n]{1,30}[)\]](?=\s{0,2}[:=—–])|^\s{1,2}(?:for|to|of|on|für|zum|zur|von|pour|de|du|para|del|per|di|do|da|voor|för|til|do|для|от|için|untuk|cho)\s[^\n.:=]{1,50}?(?=\s(?:is|was|ist|lautet|c'est|est|es|é|è|jest|to|är|er|is|on|je|là|adalah|это|هو|هي)\s|\s{0,2}[:=—–]\s)|^\s(?:от|для|від|von|für|de la|del|du|di|della)\s\p{L}{2,20}(?=\s\S*\d)/iu;
const joining =
  /^(?:[\s,]{0,3}(?:(?:is|was|are|ist|war|lautet|heißt|est|es|era|é|è|era|jest|to|är|er|on|je|van|este|είναι|là|adalah|ialah|ni|c'est|это|هو|هي|है|हैं|হল|คือ|是|为|為|は|が|은|는|이|가|=>|->|→|—|–|=|:|：|＝|now|still|currently|(?:set|changed|updated|reset) to|just|jetzt|ahora|maintenant|agora|adesso|nu|теперь|сейчас|now|only)(?![\p{L}\p{N}])|[是为為はが은는이가：:=])){1,3}\s{0,2}/iu;
/** Grammatical particles attached to the word, and closing marks around it: `(password)`, `**Password**`. */
const particle = /^(?:[는은이가を]|[)\]*_]{1,3})/u;
const opening = /^[\s*_([]{0,3}(?<quote>["'`“„«「『‘]?)[*_]{0,2}/u;
const longestReach = 160;
const leastLength = 4;
/**
 * A value in a script without blanks. Nobody types a password in it, so there the sentence goes on: "密码必须至少有8个字符".
 */
const prose = new RegExp(`[${unspacedScripts}].*$`, 'su');

/** How people continue after "the password is" without naming it. */
export const notAPassword =
  /^(?:required|incorrect|wrong|invalid|missing|empty|correct|valid|stored|hashed|encrypted|reset|expired|weak|strong|needed|optional|case|too|also|only|very|really|safe|secure|unknown|secret|protected|blank|null|undefined|true|false|none|that|this|what|where|when|there|here|just|being|been|used|using|same|different|default|sent|shown|visible|hidden|your|mine|ours|the|not|never|always|must|should|will|with|without|from|into|about|something|anything|nothing|string|text|field|input|value|okay|fine|good|long|short|easy|hard|longer|shorter|still|already|obligatorio|falsch|richtig|login|access|authenticate|change|confirm|enter|protect|unlock|continue|proceed|sign|verify|verification|available|documented|printed|logged|rotated|leaked|exposed|managed|kept|saved|included|mandatory|compromised|checked|verified|accepted|rejected|changed|updated|generated|unique|unchanged|ready|gone|lost|forgotten)$/i;
const owned =
  /(?:my|our|your|his|her|their|wifi|wi-fi|wlan|admin|root|login|mein|meine|unser|mon|notre|mi|nuestra|minha|mio|mijn|min|mitt|moje|мой|наш|the)\s{1,2}(?:\p{L}{1,12}\s)?$/iu;

/** "… is the password": the name follows the password. */
const nameAfter = new RegExp(
  `(?<![^\\s"'\`“(])(?<value>[^\\s"'\`“”,;()]{5,80})["'\`”]?\\s(?:(?:is|was|ist|est|es|è|é)\\s(?:the|my|our|your|das|mein|unser|le|mon|la|mi|el|a)|as(?:\\s(?:the|my|our|your|a))?)\\s(?:\\p{L}{1,16}\\s){0,2}(?:${spaced})(?![\\p{L}\\p{N}_-]|\\s(?:hash|manager|field|policy|input|prompt))`,
  'giu',
);

/** Every word for password in plain letters contains one of these. */
const plainPieces = [
  ...'pass pwd pw kennwort pin contrasenya clave senha parola wachtwoord adgangskode kodeord salasana heslo lozinka zaporka parool geslo kata sandi nenosiri key token secret'.split(
    ' ',
  ),
  ...['alarm code', 'door code', 'gate code', 'entry code', 'safe code', 'lock code'],
];

export function findSpokenPasswords(
  text: string,
  seen: Pick<Glance, 'ascii' | 'mayHold'>,
): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = [];
  if (seen.ascii && !plainPieces.some(seen.mayHold)) return found;
  let named = false;
  for (const match of text.matchAll(word)) {
    named = true;
    const from = match.index + match[0].length;
    const rest = text.slice(from, from + longestReach).split('\n', 1)[0]!;
    let at = particle.exec(rest)?.[0].length ?? 0;
    at += belonging.exec(rest.slice(at))?.[0].length ?? 0;
    const joined = joining.exec(rest.slice(at))?.[0] ?? '';
    at += joined.length;
    const opened = opening.exec(rest.slice(at))!;
    const { quote } = opened.groups!;
    at += opened[0].length;
    const written = (quote === '' ? /^[^\s"'`“”„«»「」『』。，、]{4,120}/u : /^[^"'`”»」』’\n]{4,120}/u).exec(
      rest.slice(at),
    )?.[0];
    const raw = quote === '' && prose.test(match[0]) ? written?.replace(prose, '') : written;
    if (raw === undefined || raw.length < leastLength) continue;
    const value =
      quote === '' ? raw.replace(/[.,;:!?)\]*_]+$/, (end) => (/^[!?]/.test(end) ? end[0]! : '')) : raw;
    const before = text.slice(Math.max(0, match.index - 26), match.index);
    const after = rest.slice(at + raw.length, at + raw.length + 3);
    if (!isPassword({ called: match[0], joined, quoted: quote !== '', raw, value, before, after })) continue;
    found.push({ kind: 'password', start: from + at, end: from + at + value.length });
  }
  if (named) {
    for (const match of text.matchAll(nameAfter)) {
      const value = match.groups!.value!;
      if (looksChosen(value))
        found.push({ kind: 'password', start: match.index, end: match.index + value.length });
    }
  }
  return found;
}

type Spoken = {
  called: string;
  joined: string;
  quoted: boolean;
  raw: string;
  value: string;
  before: string;
  after: string;
};

function isPassword({ called, joined, quoted, raw, value, before, after }: Spoken): boolean {
  const clean = value.replace(/[!?]$/, '');
  if (clean.length < leastLength || meansNothing(clean) || notAPassword.test(clean)) return false;
  if (isNumber(clean) && !/^\d{4,}$/.test(clean)) return false;
  if (keyName.test(called)) return !/[:：=|]/.test(joined) && looksGenerated(value);
  if (/^pin| code$/i.test(called)) return joined !== '' && /^\d{4,8}$/.test(clean);
  const isJoined = joined.trim() !== '';
  if (/^pass$/i.test(called)) return isJoined && looksChosen(value);
  if (/^(?:pw$|clave|parola|sandi|geslo)/i.test(called)) return looksChosen(value);
  if (!isJoined)
    return quoted ? looksChosen(value) && !/\s/.test(value) : looksChosen(value) && !/[/.:=]/.test(clean);
  if (quoted) return !/^\s|\s{2}|[{}<>]/.test(value) && !(/\s/.test(value) && /[:：=]\s*$/.test(joined));
  // `Tides.Currents42` after "is" is a password; `config.password2` is code.
  const isProperty = /^[\w$]+\.[\w$.]+$/.test(clean);
  if (isProperty && !(/\p{L}/u.test(joined) && /^[A-Z].*\d$/.test(clean))) return false;
  if (/\(|\)|=>|^[<{[/$]/.test(clean)) return false;
  if (
    /\d/.test(clean) ||
    /[!@#$%^&*]/.test(clean) ||
    (/[a-z][A-Z]/.test(clean) && clean.length >= 8 && !/[:：=]\s*$/.test(joined))
  )
    return true;
  if (!/^[\p{L}-]+$/u.test(clean) || /(?:ed|ing|ly|able|ible)$/.test(clean)) return false;
  // A plain word counts only if it ends the sentence and somebody gives a password of their own.
  const ends = /[.,;!]$/.test(raw) || /^\s*$|^\s?[.,;!)]/.test(after);
  return owned.test(before) && !/the\s{1,2}$/i.test(before) && ends && !/[:：]\s{0,2}$/.test(joined);
}
