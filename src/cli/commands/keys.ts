/** `everthread keys`: manages the keys of the server. A key is shown once; only its hash is stored. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import type { Io } from '../io.ts';
import type { KeyFile } from '../serve/key-file.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';

const actions = ['create', 'list', 'revoke'] as const;

export const keys: Command = {
  name: 'keys',
  summary: 'Make, list and revoke the keys of the server.',
  usage: 'keys <create|list|revoke> [<id>] [--name <text>] [--tenant <name>] [--json]',
  options: [
    { flag: '<create|list|revoke>', about: 'what to do' },
    { flag: '<id>', about: 'with revoke: the id of the key, which follows et_ in it' },
    { flag: '--name <text>', about: 'with create: what it is for' },
    {
      flag: '--tenant <name>',
      about:
        'with create: the tenant whose threads it opens, kept in a separate database (default: the threads of this command)',
    },
    { flag: '--json', about: 'the result as one JSON object' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'keys create --name laptop', about: 'shown once; send it as Authorization: Bearer …' },
    { command: 'keys create --tenant team-a --name ci', about: 'for threads of a tenant' },
    { command: 'keys revoke 3f9a0c21b7d4', about: 'from the next request on' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'keys',
      args,
      options: { name: { type: 'string' }, tenant: { type: 'string' } },
      positionals: { min: 1, max: 2, name: 'action: create, list or revoke' },
    });
    const [actionName, id] = positionals;
    const action = actions.find((name) => name === actionName);
    if (action === undefined)
      throw new UsageError(
        `keys takes ${actions.join(', ')}, but got ${JSON.stringify(sanitizeLine(actionName!))}.`,
      );
    if ((action === 'revoke') !== (id !== undefined))
      throw new UsageError('keys revoke needs the id of a key; create and list take none.');
    const [{ resolveSettings }, { keyFilePath, openKeyFile }] = await Promise.all([
      import('../config/settings.ts'),
      import('../serve/key-file.ts'),
    ]);
    const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
    const path = keyFilePath(settings.values.database);
    if (path === undefined)
      throw new UsageError('A database in memory has no keys: name a file with --database.');
    const file = openKeyFile(path);
    if (action === 'list') return list(file, io, json);
    if (action === 'revoke') return revoke(file, id!, io, json);
    return create(file, { name: values.name ?? '', tenant: values.tenant }, io, json);
  },
};

async function create(
  file: KeyFile,
  { name, tenant }: { name: string; tenant: string | undefined },
  io: Io,
  json: boolean,
): Promise<number> {
  const [{ newKey }, { defaultTenant }] = await Promise.all([
    import('../../server/security/keys.ts'),
    import('../../server/tenants.ts'),
  ]);
  const now = new Date().toISOString();
  const { key, record } = newKey({ tenant: tenant ?? defaultTenant, name: sanitizeLine(name), now });
  await file.write([...(await file.read()), record]);
  const { id, createdAt } = record;
  io.stdout.write(
    json
      ? `${terminalJson({ key, id, tenant: record.tenant, name: record.name, createdAt })}\n`
      : `${key}\n\nThis is the only time it is shown. Clients send it as Authorization: Bearer …, or as x-everthread-key.\nA server that was started without keys requires one from its next start on.\n`,
  );
  return exitCodes.ok;
}

async function list(file: KeyFile, io: Io, json: boolean): Promise<number> {
  const records = (await file.read()).map(({ hash: _hash, ...shown }) => shown);
  if (json) io.stdout.write(`${terminalJson({ keys: records })}\n`);
  else if (records.length === 0) io.stdout.write('There are no keys: everthread keys create makes one.\n');
  for (const { id, tenant, name, createdAt, revokedAt } of json ? [] : records) {
    const state = revokedAt === undefined ? 'valid' : `revoked ${revokedAt.slice(0, 10)}`;
    io.stdout.write(
      `${[id, tenant, createdAt.slice(0, 10), state, sanitizeLine(name)].join('  ').trimEnd()}\n`,
    );
  }
  return exitCodes.ok;
}

async function revoke(file: KeyFile, given: string, io: Io, json: boolean): Promise<number> {
  const id = given.replace(/^et_/u, '').slice(0, 12);
  const records = await file.read();
  if (!records.some((record) => record.id === id))
    throw new UsageError(
      `There is no key ${JSON.stringify(sanitizeLine(id))}: everthread keys list shows all.`,
    );
  const revokedAt = new Date().toISOString();
  await file.write(records.map((record) => (record.id === id ? { revokedAt, ...record } : record)));
  io.stdout.write(json ? `${terminalJson({ id, revoked: true })}\n` : `${id} is revoked.\n`);
  return exitCodes.ok;
}
