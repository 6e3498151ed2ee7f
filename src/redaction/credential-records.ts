/**
 * Finds passwords in records laid out for people, where each line has a label: the sticker of a router, an entry of a
 * password manager, a note with an account. With the account beside it, a password may be a plain word.
 */
import { looksChosen } from './assigned-values.ts';
import type { Glance } from './glance.ts';
import { meaningOfName } from './name-meanings.ts';
import { isPasswordStatement } from './said-of-passwords.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';

type Found = { kind: string; start: number; end: number };
type Line = { label: string; value: string; start: number };

/** Labels of what a password opens, and of whose it is. */
const account =
  /^(?:(?:wi-?fi|wlan|network|netz|guest|gast|your|my|mein|app|account|admin|default|web) ?){0,2}(?:user ?(?:name|id)?|log-?in|e-?mail|mail|account|network|network name|ssid|wi-?fi|wlan|netz(?:werk(?:name)?)?|url|website|web ?site|site|host(?: ?name)?|server|title|service|app|portal|ip|router|device|benutzer(?:name)?|konto|dienst|adresse|utilisateur|identifiant|compte|réseau|nom du réseau|usuario|cuenta|red|nombre de red|usuário|conta|rede|utente|rete|gebruiker(?:snaam)?|netwerk|användarnamn|nätverk|bruker(?:navn)?|brugernavn|użytkownik|login|sieć|логин|пользователь|сеть|kullanıcı(?: adı)?|ağ(?: adı)?|用户名|用户|账号|网络|网络名称|ユーザー名|ネットワーク名|아이디|사용자|네트워크|اسم المستخدم|الشبكة)$/iu;
const labelled =
  /^[\s>*•|-]{0,8}(?:\*\*)?(?<label>[\p{L}][\p{L}\p{M} _-]{1,24}?)(?:\*\*)?\s{0,3}(?:[:：=]|\t| {2,}|–|—)\s{0,12}(?:\*\*)?(?<value>[^\s].{0,120}?)(?:\*\*)?\s*$/u;
const mostLines = 8;
/** Pieces of the labels for passwords in plain letters. */
const pieces = [
  'passw',
  'passphr',
  'passc',
  'passe',
  'pass:',
  'pwd',
  'pw:',
  'kennwort',
  'clave',
  'senha',
  'parola',
  'wachtwoord',
  'adgangskode',
  'kodeord',
  'heslo',
  'sandi',
  'salasana',
  'network key',
  'security key',
  'netzwerkschl',
  'ssid',
];

const mayBeLabelled = ({ ascii, mayContain }: Glance) => !ascii || pieces.some(mayContain);

export function findCredentialRecords(text: string, glance: Glance): Found[] {
  if (!text.includes('\n') || !mayBeLabelled(glance)) return [];
  const found: Found[] = [];
  let block: Line[] = [];
  const close = () => {
    if (block.length > 1) found.push(...passwordsIn(block));
    block = [];
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    const match = line.length > 200 ? null : labelled.exec(line);
    if (match === null || block.length === mostLines) close();
    if (match === null) continue;
    const { label, value } = match.groups!;
    block.push({ label: label!.trim(), value: value!, start: start + line.lastIndexOf(value!) });
  }
  close();
  return found;
}

function passwordsIn(block: readonly Line[]): Found[] {
  if (!block.some(({ label, value }) => account.test(label) && !isPlaceholderOrCode(value))) return [];
  return block
    .filter(({ label, value }) => {
      const meaning = meaningOfName(label);
      return meaning === 'password' ? isPassword(value) : meaning === 'secret' && isPrintedKey(value);
    })
    .map(({ value, start }) => ({ kind: 'password', start, end: start + value.length }));
}

/** A sign at the end is that of code, in which a word is a name. */
function isPassword(value: string): boolean {
  if (!/^[^\s"'`,;:(){}<>[\]/$]{4,80}$/u.test(value) || isPlaceholderOrCode(value)) return false;
  if (isPasswordStatement(value) || meaningOfName(value) !== undefined) return false;
  return !/^[a-z]+(?:[A-Z][a-z]*)+$|^[\w$]+\.[\w$.]+$|^\d{1,5}$|^[A-Z][a-z]+[A-Z]/.test(value);
}

/** A key as it is printed on a device: a long number, or letters with digits. */
function isPrintedKey(value: string): boolean {
  return (
    /^\d{12,64}$/.test(value) || (value.length >= 8 && /^[A-Za-z0-9]+$/.test(value) && looksChosen(value))
  );
}
