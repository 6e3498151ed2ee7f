/** Shapes without a typical beginning: parts with dots, marks inside, checksums, addresses that are keys. */
import type { SecretPattern } from '../secret-pattern.ts';
import { any, base64, end, hex, uuid } from './shape.ts';

const edge = '(?<![A-Za-z0-9])';

export const structuredPatterns: readonly SecretPattern[] = [
  {
    kind: 'jwt',
    hints: ['eyj'],
    pattern: new RegExp(
      `${edge}eyJ[A-Za-z0-9_-]{8,4000}\\.(?:eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}|[A-Za-z0-9_-]{0,800}\\.[A-Za-z0-9_-]{8,60}\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{10,60})`,
      'dg',
    ),
  },
  {
    kind: 'paseto',
    hints: ['.local.', '.public.'],
    pattern: new RegExp(
      `${edge}v[1-4]\\.(?:local|public)\\.[A-Za-z0-9_-]{20,4000}(?:\\.[A-Za-z0-9_-]{1,400})?`,
      'dg',
    ),
  },
  {
    kind: 'terraform-token',
    hints: ['.atlasv1.'],
    pattern: new RegExp(`${edge}${any}{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}`, 'dg'),
  },
  {
    kind: 'azure-client-secret',
    hints: ['q~'],
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/dg,
  },
  {
    kind: 'azure-key',
    hints: [
      'azfu',
      'acdb',
      '+acr',
      'azse',
      'apim',
      '+asb',
      '+aeh',
      '+aiot',
      '+amc',
      '+ast',
      'azca',
      'azdo',
      'joaaa',
    ],
    pattern: new RegExp(
      `${edge}${base64}{20,90}(?:AzFu|ACDb|\\+ACR|AzSe|APIM|\\+ASb|\\+AEh|AIoT|\\+AMC|\\+ASt|AzCa|AZDO|JQQJ99|AAAAAC)${base64}{2,20}={0,2}`,
      'dg',
    ),
    accept: (value) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value),
  },
  {
    kind: 'azure-storage-key',
    hints: ['accountkey', 'sharedaccesskey'],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[A-Za-z0-9+/]{30,100}={0,2})/dgi,
  },
  {
    kind: 'azure-storage-key',
    hints: ['=='],
    pattern: new RegExp(`(?<![A-Za-z0-9+/]|sha512[-:= ])${base64}{86}==`, 'dg'),
  },
  {
    kind: 'azure-sas',
    hints: ['sig=', 'signature='],
    pattern: /[?&;](?:sig|X-Amz-Signature|X-Goog-Signature|Signature)=(?<value>[A-Za-z0-9%+/=_-]{32,700})/dgi,
  },
  {
    kind: 'aws-session-token',
    hints: ['x-amz-security-token', 'x-amz-credential'],
    pattern: /X-Amz-(?:Security-Token|Credential)=(?<value>[A-Za-z0-9%+/=_-]{16,3000})/dgi,
  },
  {
    kind: 'slack-webhook',
    hints: ['hooks.slack'],
    pattern:
      /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<value>[A-Za-z0-9/_-]{20,120})/dgi,
  },
  {
    kind: 'discord-webhook',
    hints: ['/api/webhooks/'],
    pattern: /\/api\/webhooks\/(?<value>\d{15,22}\/[A-Za-z0-9_-]{40,100})/dgi,
  },
  {
    kind: 'teams-webhook',
    hints: ['webhook.office.com', 'outlook.office'],
    pattern:
      /(?:webhook\.office|outlook\.office(?:365)?)\.com\/webhook[a-z0-9]{0,3}\/(?<value>[A-Za-z0-9@/_-]{40,240})/dgi,
  },
  {
    kind: 'webhook',
    hints: [
      'hooks.zapier',
      'hook.',
      'maker.ifttt',
      'chat.googleapis',
      'open.feishu',
      'open.larksuite',
      'qyapi.weixin',
      'oapi.dingtalk',
      'webhook.site',
      'pipedream',
    ],
    pattern:
      /(?:hooks\.zapier\.com\/hooks\/catch\/|hook\.[a-z0-9.]{0,12}(?:make|integromat)\.com\/|maker\.ifttt\.com\/trigger\/[^\s/]{1,60}\/(?:json\/)?with\/key\/|chat\.googleapis\.com\/v1\/spaces\/[A-Za-z0-9_-]{6,20}\/messages\?|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|oapi\.dingtalk\.com\/robot\/send\?access_token=|webhook\.site\/|[a-z0-9]{6,20}\.m\.pipedream\.net\/)(?<value>[A-Za-z0-9/_=&%?.-]{16,400})/dgi,
  },
  {
    kind: 'discord-token',
    hints: ['.'],
    run: 24,
    pattern: new RegExp(
      `${edge}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
      'dg',
    ),
    accept: (value) => /\d/.test(value) && /[A-Z]/.test(value.slice(1)) && /[a-z]/.test(value),
  },
  {
    kind: 'telegram-token',
    hints: [':aa'],
    pattern: /(?<=^|[^A-Za-z0-9]|bot)\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/dg,
  },
  { kind: 'twilio-key', hints: ['sk'], run: 34, pattern: new RegExp(`${edge}SK[0-9a-f]{32}${end}`, 'dg') },
  {
    kind: 'mailchimp-key',
    hints: ['-us'],
    run: 36,
    pattern: new RegExp(`${edge}${hex}{32}-us\\d{1,2}${end}`, 'dg'),
  },
  {
    kind: 'mailgun-key',
    hints: ['-'],
    run: 50,
    pattern: new RegExp(`${edge}${hex}{32}-${hex}{8}-${hex}{8}${end}`, 'dg'),
  },
  {
    kind: 'okta-token',
    hints: ['ssws '],
    pattern: new RegExp(`${edge}SSWS\\s(?<value>[A-Za-z0-9_-]{30,60})`, 'dg'),
  },
  {
    kind: 'okta-token',
    hints: ['00'],
    run: 42,
    pattern: new RegExp(
      `${edge}00(?=[A-Za-z0-9_-]{0,39}[a-z])(?=[A-Za-z0-9_-]{0,39}[A-Z])[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])`,
      'dg',
    ),
  },
  {
    kind: 'vault-token',
    hints: ['s.'],
    run: 24,
    pattern: new RegExp(`${edge}s\\.(?=[A-Za-z]{0,23}\\d)${any}{24}${end}`, 'dg'),
  },
  {
    kind: 'bitwarden-token',
    hints: ['0.'],
    run: 36,
    pattern: new RegExp(`${edge}0\\.${uuid}\\.[A-Za-z0-9+/:=]{20,120}`, 'dg'),
  },
  {
    kind: 'asana-token',
    hints: ['/'],
    run: 32,
    pattern: new RegExp(`${edge}[0-2]/\\d{14,20}(?:/\\d{14,20})?:${hex}{32}`, 'dg'),
  },
  {
    kind: 'ngrok-token',
    hints: ['_'],
    run: 48,
    pattern: new RegExp(`${edge}[12]${any}{26}_(?=${any}{0,24}\\d)${any}{20,24}${end}`, 'dg'),
  },
  {
    kind: 'akeyless-key',
    hints: ['p-'],
    run: 14,
    pattern: new RegExp(`${edge}p-${any}{12,14}\\.${base64}{20,60}={0,2}`, 'dg'),
  },
  {
    kind: 'maxmind-key',
    hints: ['_mmk'],
    run: 40,
    pattern: new RegExp(`${edge}${any}{6}_${any}{29}_mmk${end}`, 'dg'),
  },
  {
    kind: 'ebay-token',
    hints: ['v^1.1#'],
    pattern: /v\^1\.1#[A-Za-z0-9+/=#^]{60,3000}/dg,
  },
  {
    kind: 'sentry-dsn',
    hints: ['@'],
    run: 32,
    pattern: new RegExp(`https?://(?<value>${hex}{32}(?::${hex}{32})?)@[a-z0-9.-]{4,80}/\\d{1,20}`, 'dg'),
  },
  {
    kind: 'ably-key',
    hints: [':'],
    run: 40,
    pattern: new RegExp(
      `${edge}[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{40,50}(?![A-Za-z0-9_-])`,
      'dg',
    ),
  },
  {
    kind: 'password-hash',
    hints: ['$2', '$argon2', '$6$', '$5$', '$scrypt', '$y$'],
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|argon2(?:id|i|d)\$[A-Za-z0-9$,=+/]{40,200}|[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}|y\$[./A-Za-z0-9$]{40,120})/dg,
  },
  {
    kind: 'putty-key',
    hints: ['private-lines', 'private-mac'],
    pattern:
      /Private-(?:Lines:\s{0,2}\d{1,3}\s{1,2}(?<value>(?:[A-Za-z0-9+/=]{1,80}\s{1,2}){1,60})|MAC:\s{0,2}(?<mac>[0-9a-f]{40,64}))/dg,
  },
  {
    kind: 'extended-private-key',
    hints: ['xprv', 'yprv', 'zprv', 'tprv'],
    run: 104,
    pattern: new RegExp(`${edge}[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}${end}`, 'dg'),
  },
  {
    kind: 'wallet-key',
    hints: [''],
    run: 51,
    pattern: new RegExp(`${edge}(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})${end}`, 'dg'),
    accept: (value) => /\d/.test(value) && /[a-z]/.test(value),
  },
];
