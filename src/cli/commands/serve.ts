/** `everthread serve`: serves the threads over HTTP: an API, the inspector, and a proxy for clients of models. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  upstream: { type: 'string', multiple: true },
  demo: { type: 'boolean' },
  telemetry: { type: 'boolean' },
  log: { type: 'string' },
} as const;

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the threads over HTTP: API, inspector, and a proxy for OpenAI and Anthropic clients.',
  usage: 'serve [--port <number>] [--host <address>] [--demo] [--log <level>] [--json]',
  options: [
    { flag: '--port <number>', about: 'the port (default: 8720; 0 takes any that is free)' },
    {
      flag: '--host <address>',
      about: 'the address (default: 127.0.0.1; others need a key: everthread keys create)',
    },
    { flag: '--allow-host <name>', about: 'a name the server is reached by; may be given several times' },
    {
      flag: '--allow-origin <origin>',
      about: 'another origin whose pages may send requests, such as https://app.example.com',
    },
    {
      flag: '--upstream <address>',
      about:
        'where the proxy sends requests: an address, models=address, or JSON; may be given several times (default: OpenAI and Anthropic, with the key of the client)',
    },
    { flag: '--demo', about: 'with the demo thread: 200 messages to look at' },
    {
      flag: '--log <debug|info|warn|error>',
      about: 'one JSON object a line on standard error, never text of a message (default: warn)',
    },
    {
      flag: '--telemetry',
      about: 'send spans and metrics to the OpenTelemetry SDK that was loaded first (node --import)',
    },
    { flag: '--json', about: 'where it listens, as one JSON object' },
    ...settingRows(),
  ],
  examples: [
    { command: 'serve', about: 'http://127.0.0.1:8720, for this machine alone' },
    { command: 'serve --demo --port 9000', about: 'with something to look at' },
    { command: 'serve --upstream http://127.0.0.1:11434', about: 'a proxy to a local model' },
    { command: 'serve --host 0.0.0.0 --allow-host threads.example.com', about: 'for others, who need a key' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({ command: 'serve', args, options });
    const port = readPort(values.port);
    const level = logLevels.find((name) => name === (values.log ?? 'warn'));
    if (level === undefined)
      throw new UsageError(
        `--log must be one of ${logLevels.join(', ')}, but got ${JSON.stringify(sanitizeLine(values.log!))}.`,
      );
    const [{ runServer }, { readUpstream }] = await Promise.all([
      import('../serve/run-server.ts'),
      import('../serve/read-upstreams.ts'),
    ]);
    await runServer({
      io,
      flags,
      json,
      level,
      demo: values.demo === true,
      telemetry: values.telemetry === true,
      ...(values.host !== undefined && { host: values.host }),
      ...(port !== undefined && { port }),
      ...(values['allow-host'] && { hosts: values['allow-host'] }),
      ...(values.upstream && { upstreams: values.upstream.map((text) => readUpstream(text, io.env)) }),
      ...(values['allow-origin'] && { origins: values['allow-origin'] }),
      until: stopSignal(),
    });
    return exitCodes.ok;
  },
};

/** Removes the handler that ends the program at once, so that answers in progress can finish. */
function stopSignal(): Promise<void> {
  process.removeAllListeners('SIGINT');
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,5}$/u.test(value)) throw new UsageError('--port must be a number from 0 to 65535.');
  return Number(value);
}
