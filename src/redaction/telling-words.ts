/**
 * What the words beside a value say about it: that it opens a door, that it merely names or measures something, or
 * nothing. Names are read as people write them in any language of identifiers (`acmeApiKey`, `ACME_KEY`, `acme-token`),
 * and the words for key, token and password in the larger languages of the world.
 */

import type { Glance } from './glance.ts';

export type Told = 'password' | 'secret' | 'name' | undefined;

const words = (list: string) => new Set(list.split(' '));

/** A word of these says that the value is chosen by a person, and may look like anything. */
const passwordWords = words(
  'psk pswd psw mdp password passwd passphrase passcode passwort kennwort pwd passw pass pw contraseña contrasenya senha parola parolă password1 passwords wachtwoord lösenord adgangskode kodeord passord salasana hasło heslo jelszó şifre sifre parolam şifrem пароль пароля паролем лозинка lozinka zaporka slaptažodis parool parole geslo sandi nenosiri motdepasse clave pin pincode',
);
/** What these name was made by a machine. */
const secretWords = words(
  'key apikey apikeys token secret secrets credential credentials creds cred auth authorization authorisation authentication authenticate bearer jwt pat dsn sas apitoken authkey cookie sessionid csrf otp totp seed mnemonic login logon signin webhook ' +
    'schlüssel schluessel geheimnis zugangsdaten zugangstoken llave secreto secreta credenciales ficha clé cle clef jeton identifiants chiave chiavi segreto gettone credenziali chave segredo credenciais sleutel geheim klucz tajne poświadczenia ключ ключа ключом ключи токен токена секрет секрета anahtar anahtarı anahtarım gizli jeton belirteç nyckel hemlighet nøgle nøkkel hemmelighed avain salaisuus klíč kľúč tajomstvo kulcs titok cheie cheia secretul κλειδί κωδικός μυστικό ключът kunci rahasia khóa khoá ufunguo',
);
/** The value beside one of these is an identifier, a digest, a place or a measure. */
const nameWords = words(
  'id ids uuid uuids guid hash hashes sha sha1 sha256 sha384 sha512 md5 digest digests checksum checksums integrity etag commit commits revision rev tree blob parent object fingerprint fingerprints signature signatures thumbprint cursor nonce version build image images layer request trace span correlation node ref refs branch tag tags url uri path file files filename dir directory folder type kind class count counts limit length size name names label title slug arn region host hostname port public primary foreign partition sort cache idempotency index column field fields table primarykey position offset expiry expires expiration ttl timestamp date policy usage bucket tokens tokenizer tokenize address email user username account sub jti kid iss aud cid sid handle anchor hex base64 encoded ciphertext certificate cert modulus exponent color colour mapping mappings sourcemap sourcemappingurl font icon svg png jpg jpeg gif webp pdf html css src href',
);
/** Holds whatever it is given: what was named before it still counts, and by itself it holds no key. */
const holderWords = words('payload data body content contents');
/** Added to a name without changing what it names: `API_KEY_PROD`, `token2`, `passwordValue`. */
const neutralWords = words(
  'base prod production dev development staging stage live test testing sandbox value values string str raw plain plaintext text default current new old main backup primary secondary local env var variable header param parameter argument arg const val enc b64 header1 v1 v2 v3 for of the is my our your to a an here be with as in on and use using used it this that set now was are has been i got get from them they gave me us you he she we have had need put there please its below follows following asked works work worked not does do did can could should will would at by just only still also or if so but then when which what send sent share shared paste pasted copied try tried changed rotated de del di da do d der die das acceso accès acces acesso accesso доступа access api',
);
const tails =
  /(?:token|secret|passwor[dt]|passwd|passphrase|apikey|schlüssel|kennwort|wachtwoord|lösenord|nyckel|nøkkel|sleutel|salasana|avain|credentials?|(?:api|auth|access|secret|private|app|account|client|service|bot|user|admin|master|license|licence|sign|signing|encryption|storage|deploy|session|jwt|web|pass)keys?|(?:db|root|user|admin|ftp|smtp|mail|wifi|http|proxy|ssh|ldap|redis|mysql|pg|vnc|rdp)(?:pass|pw|pwd|psk))$/;
const stems =
  /^(?:парол|ключ|токен|секрет|hasł|klucz|hesl|jelsz|kulcs|şifr|anahtar|κλειδ|κωδικ|contraseñ|schlüssel|passwor)/;
const passwordStems = /^(?:парол|hasł|hesl|jelsz|şifr|contraseñ|passwor)/;
const unspacedPassword =
  /(?:密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|รหัสผ่าน|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|పాస్‌వర్డ్|پاس ورڈ|رمز عبور|كلمة المرور|كلمة السر|گذرواژه|סיסמ|mật khẩu|mot de passe|mots de passe|kata sandi|kata laluan|palavra[- ]passe|palabra de paso|parola d'ordine)/g;
const unspacedSecret =
  /(?:密钥|密鑰|金鑰|秘钥|令牌|凭证|憑證|キー|鍵|トークン|シークレット|키|토큰|열쇠|비밀|คีย์|กุญแจ|โทเค็น|कुंजी|टोकन|কী|চাবি|টোকেন|مفتاح|رمز|کلید|توکن|מפתח|אסימון|சாவி|టోకెన్)/g;

/** One of these is in nearly every word for a secret that is written in plain letters. */
const plainPieces =
  'pass pwd pw psk psw mdp kennwort wachtwoord salasana heslo kodeord adgangskode key token secret cred auth login cookie otp seed clave senha parola sandi kunci jwt pin'.split(
    ' ',
  );

/** Whether any word of a text may name a secret: most texts hold no such word. */
export function mayName({ ascii, mayHold }: Pick<Glance, 'ascii' | 'mayHold'>): boolean {
  return !ascii || plainPieces.some(mayHold);
}

/** How far back a value's neighbours are looked at, and how many words of them. */
const reach = 120;
const mostWords = 14;

/** The words of an identifier or a piece of text, in lower case: `acmeAPIKey2` gives acme, api, key. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?\d{0,3}/gu) ?? []
  );
}

function wordTells(word: string): Told {
  if (passwordWords.has(word)) return 'password';
  if (secretWords.has(word)) return 'secret';
  if (nameWords.has(word)) return 'name';
  const bare = word.replace(/\d+$/, '');
  if (bare !== word && bare.length > 2) return wordTells(bare);
  if (passwordStems.test(word)) return 'password';
  if (tails.test(word))
    return /pass|pwd?$|psk$|wort$|woord$|ord$|salasana$/.test(word) ? 'password' : 'secret';
  return stems.test(word) ? 'secret' : undefined;
}

/** What stands before `key` and makes it an ordinary one. */
const ordinaryKey = words(
  'public primary foreign partition sort cache idempotency routing composite unique hash range dedup query lookup map dict object row column group translation i18n locale react registry hot shortcut arrow home enter return tab escape delete the',
);

/** The same few names stand before most values of a text. */
const known = new Map<string, Told>();
const mostKnown = 2_000;

/** An identifier: its last word decides, unless that word adds nothing. */
export function nameTells(name: string): Told {
  if (known.has(name)) return known.get(name);
  const told = readName(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, told);
  return told;
}

function readName(name: string): Told {
  const list = wordsOf(name);
  for (let index = list.length - 1; index >= 0 && index >= list.length - 4; index -= 1) {
    const word = list[index]!;
    if (neutralWords.has(word) && index > 0) continue;
    const told = wordTells(word);
    if (told === 'secret' && /^keys?$/.test(word) && index > 0 && ordinaryKey.has(list[index - 1]!))
      return 'name';
    return told;
  }
  return undefined;
}

export type Neighbours = {
  /** What the nearest telling word before the value says. */
  told: Told;
  /** How many words that say nothing lie between it and the value. */
  between: number;
};

const valueLine =
  /^[\s>"'`{[(*+\-|#$\d.)→“]*(?:["']?(?:value|values|val|content|default|data)["']?\s*[:=]\s*)?["'`]?$/i;

/** What the text around a value says of it: before it on its line or the one above, or after it ("… as the key"). */
export function neighboursOf(text: string, start: number, end: number): Neighbours {
  const before = wordsBefore(text, start);
  const list = wordsOf(before);
  let between = 0;
  let held = false;
  for (let index = list.length - 1; index >= 0 && index >= list.length - mostWords; index -= 1) {
    const word = list[index]!;
    if (neutralWords.has(word)) continue;
    if (holderWords.has(word)) {
      held ||= between === 0;
      continue;
    }
    const told = wordTells(word);
    if (told === undefined || (told === 'name' && between > 0)) {
      between += 1;
      continue;
    }
    const ordinary =
      /^keys?$/.test(word) && index > 0 && list[index - 1] !== 'the' && ordinaryKey.has(list[index - 1]!);
    return { told: ordinary ? 'name' : told, between };
  }
  if (/\P{ASCII}/u.test(before)) {
    const near = before.slice(-40).toLowerCase();
    if (near.search(unspacedPassword) >= 0) return { told: 'password', between: 0 };
    if (near.search(unspacedSecret) >= 0) return { told: 'secret', between: 0 };
  }
  if (held) return { told: 'name', between: 0 };
  return isCalledAfter(text.slice(end, end + reach))
    ? { told: 'secret', between: 1 }
    : { told: undefined, between };
}

/** The value's own line up to it; where that says nothing, the last line above that has words. */
function wordsBefore(text: string, start: number): string {
  const from = Math.max(0, start - reach);
  const before = text.slice(from, start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const whole = (piece: string) =>
    from > 0 && before.startsWith(piece) ? piece.replace(/^[\p{L}\p{N}_]+/u, '') : piece;
  if (!valueLine.test(line) || line.length === before.length) return whole(line);
  const above = before.slice(0, before.length - line.length).replace(/(?:\s|```\w*)+$/, '');
  const lineAbove = above.slice(above.lastIndexOf('\n') + 1);
  return whole(lineAbove) + line;
}

const connecting = words('as is was for als ist comme est como es come è é jako som olarak как');

/** "… as the api key", "… is my token": said after the value, within a few words. */
function isCalledAfter(after: string): boolean {
  const list = wordsOf(after.split('\n', 1)[0]!).slice(0, 9);
  const at = list.slice(0, 5).findIndex((word) => connecting.has(word));
  if (at < 0) return false;
  for (let index = at + 1; index < at + 5 && index < list.length; index += 1) {
    const told = wordTells(list[index]!);
    if (told === 'name') return false;
    const next = list[index + 1];
    // "as the key feature" speaks of a feature.
    if (told !== undefined)
      return next === undefined || neutralWords.has(next) || wordTells(next) !== undefined;
  }
  return false;
}
