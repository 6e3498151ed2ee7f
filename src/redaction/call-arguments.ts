/**
 * Finds secrets among the arguments of calls in code: the password behind the name of its user, the key that signs or
 * encrypts. The call's name says which argument it is, so the argument may be a plain word.
 */
import { looksChosen } from './assigned-values.ts';
import type { Glance } from './glance.ts';
import { meaningOfName } from './name-meanings.ts';
import { isPasswordStatement } from './said-of-passwords.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';

type Found = { kind: string; start: number; end: number };
type Argument = { value: string; start: number };

type Call = {
  /** The name of the call, in small letters. */
  name: RegExp;
  /** Which of its literal arguments is the secret; negative numbers count from the last. */
  at: number;
  leastArguments: number;
  /** Nothing but a secret can stand there, so a plain word is one, too. */
  certain: boolean;
};

const calls: readonly Call[] = [
  { name: /mysqli?(?:_connect)?$|(?:^|[._])pdo$/, at: 2, leastArguments: 3, certain: true },
  {
    name: /(?:^|[._:>])(?:smtp|ftp|imap|pop3?|mail|server|session|client|conn(?:ection)?|bot|api|driver|browser|page)?[._]?(?:log_?in|log_?on|sign_?in|ftp_login|authenticate|set_?credentials?|set_?basic_?auth|basic_?auth|plain_?auth|ldap_bind|simple_bind(?:_s)?|imap_open)$/,
    at: -1,
    leastArguments: 2,
    certain: false,
  },
  {
    name: /(?:network|password|plain|basic|user|ssh|proxy|db)\w*(?:credentials?|auth(?:entication|enticator)?)$|(?:plainauth|basicauth|networkcredential|usernamepasswordcredentials?)$/,
    at: -1,
    leastArguments: 2,
    certain: true,
  },
  {
    name: /^wifi(?:multi|_?client)?[.:>_-]{0,2}(?:begin|addap|connect|softap)$|^wifimulti\.addap$/,
    at: -1,
    leastArguments: 2,
    certain: true,
  },
  {
    name: /(?:^|[._])(?:connect|open_connection|create_connection|bind|begin)$/,
    at: -1,
    leastArguments: 3,
    certain: false,
  },
  {
    name: /(?:jwt|jose|jsonwebtoken|token)\w*[.:>_-]{1,2}(?:sign|verify|encode|decode)$/,
    at: -1,
    leastArguments: 1,
    certain: true,
  },
  {
    name: /(?:createhmac|createcipher(?:iv)?|createdecipher(?:iv)?|hash_hmac|openssl_(?:en|de)crypt|scryptsync|pbkdf2sync)$/,
    at: -1,
    leastArguments: 2,
    certain: false,
  },
  {
    name: /(?:cookieparser|fernet|aes\.new|secretkeyspec|createsecretkey|setsecret|sethmackey|signingkey)$/,
    at: -1,
    leastArguments: 1,
    certain: false,
  },
];

/** How the names above end. */
const ending =
  /(?:log_?[io]n|sign_?in|authenticate|authenticator|auth|authentication|credentials?|connect|connection|begin|bind(?:_s)?|addap|softap|imap_open|mysqli|pdo|sign|verify|encode|decode|hmac|cipher(?:iv)?|decipher(?:iv)?|crypt|sync|cookieparser|fernet|aes\.new|secretkeyspec|secretkey|setsecret|sethmackey|signingkey)\s?\(/gi;
const pieces =
  'ogin( ogon( og_in( ignin( ign_in( auth( ticate( ticator( tication( ential( entials( nnect( nnection( begin( bind( bind_s( addap( softap( _open( sqli( pdo( sign( verify( encode( decode( hmac( cipher( cipheriv( crypt( sync( eparser( fernet( aes.new( keyspec( cretkey( tsecret( hmackey( ningkey('.split(
    ' ',
  );
const nameCharacters = /[\w$.:>-]{0,80}$/;
const literal = /(?<prefix>[bBrRuf@]?)(?<quote>["'`])(?<value>(?:(?!\k<quote>)[^\n\\]|\\.){0,200})\k<quote>/y;
const longestArguments = 400;
const mostArguments = 8;

export function findCallArguments(text: string, { mayContain }: Pick<Glance, 'mayContain'>): Found[] {
  if (!pieces.some(mayContain)) return [];
  const found: Found[] = [];
  for (const match of text.matchAll(ending)) {
    const end = match.index + match[0].length;
    const nameEnd = match.index + match[0].replace(/\s?\($/, '').length;
    const name = nameCharacters.exec(text.slice(Math.max(0, nameEnd - 80), nameEnd))![0].toLowerCase();
    const call = calls.find((one) => one.name.test(name));
    if (call === undefined) continue;
    const values = literalsFrom(text, end);
    const argument = values.length >= call.leastArguments ? values.at(call.at) : undefined;
    if (argument === undefined || !isSecret(argument.value, call)) continue;
    found.push({ kind: 'password', start: argument.start, end: argument.start + argument.value.length });
  }
  return found;
}

/** The literal arguments of a call. Objects and other calls among them are left out. */
function literalsFrom(text: string, from: number): Argument[] {
  const values: Argument[] = [];
  let at = from;
  const last = Math.min(text.length, from + longestArguments);
  while (at < last && values.length < mostArguments) {
    const sign = text[at]!;
    if (sign === ')' || sign === ';') break;
    if (sign === '{' || sign === '(' || sign === '[') {
      at = endOfNested(text, at, last);
      continue;
    }
    literal.lastIndex = at;
    const match = literal.exec(text);
    if (match === null) {
      at += 1;
      continue;
    }
    const { prefix, value } = match.groups!;
    const isNamed = /[=:]\s{0,2}$/.test(text.slice(Math.max(from, at - 3), at));
    if (!isNamed) values.push({ value: value!, start: at + prefix!.length + 1 });
    at += match[0].length;
  }
  return values;
}

function endOfNested(text: string, from: number, last: number): number {
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const sign = text[at]!;
    if (sign === '{' || sign === '(' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ')' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return last;
}

function isSecret(value: string, { certain }: Call): boolean {
  if (value.length < 4 || /\s|^https?:|^\/|[{}<>]|^\.{1,2}\//.test(value) || isPlaceholderOrCode(value))
    return false;
  if (isPasswordStatement(value) || (meaningOfName(value) !== undefined && !looksChosen(value))) return false;
  if (
    /^(?:sha|md5|aes|hs|rs|es|utf|base64|hex|latin|ascii)[\d-]|^(?:utf-?8|hex|base64|ascii|binary|none)$/i.test(
      value,
    )
  )
    return false;
  if (
    /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(value) ||
    /^[\w.-]+\.(?:com|org|net|io|local|json|ya?ml|db|sqlite|pem|key|crt)$/i.test(value)
  )
    return false;
  return certain || looksChosen(value) || /[a-z][A-Z].*[a-z][A-Z]/.test(value);
}
