/** The page while no thread is open: an introduction, and three ways to begin. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { plural } from '../parts/format.ts';
import { Failure } from '../parts/loaded.tsx';
import { go, link } from '../router.ts';

export function FirstRun() {
  const [busy, setBusy] = useState('');
  const [error, setError] = useState<Error>();
  const [results, setResults] = useState<string[]>([]);
  const doing = async (what: string, work: () => Promise<void>) => {
    setBusy(what);
    setError(undefined);
    await work().catch((reason) => setError(reason));
    setBusy('');
  };
  const demo = () =>
    doing('Loading the demo …', async () => {
      const { threadId } = await api.demo();
      go(['threads', threadId]);
    });
  const newThread = () =>
    doing('Making a thread …', async () => {
      const { id } = await api.newThread({});
      go(['threads', id, 'chat']);
    });
  const bringIn = (files: FileList | null | undefined) =>
    doing('Importing …', async () => {
      const lines: string[] = [];
      for (const file of files ?? []) {
        const { threads, problems } = await api.importFile({ text: await file.text(), name: file.name });
        lines.push(
          `${file.name}: ${plural(threads.length, 'thread')}, ${plural(sum(threads), 'new message')}.`,
          ...problems,
        );
        setResults([...lines]);
        if (files?.length === 1 && threads.length === 1) go(['threads', threads[0]!.threadId]);
      }
    });
  const proxy = new URL('v1', document.baseURI).href;
  return (
    <div class="stack">
      <div class="head">
        <h1>See what the model sees</h1>
        <p class="soft">
          Choose a thread on the left: its summaries as a picture, the exact context of any turn and the
          reason for each part, what it cost, and the means to correct it.
        </p>
      </div>
      {error && <Failure error={error} />}
      <p role="status" class="soft">
        {busy}
      </p>
      <section class="panel stack">
        <h2>Begin with an example</h2>
        <p>
          A made-up conversation of 200 messages, already summarized in parts. Nothing leaves this machine.
        </p>
        <p class="row">
          <button type="button" class="primary" onClick={demo} disabled={busy !== ''}>
            Load the demo thread
          </button>
          <button type="button" onClick={newThread} disabled={busy !== ''}>
            Start an empty thread
          </button>
        </p>
      </section>
      <DropZone disabled={busy !== ''} onFiles={bringIn} results={results} />
      <section class="panel stack">
        <h2>Point a client at it</h2>
        <p>
          Any OpenAI client gets endless conversations by one changed line. Set its base URL, and keep your
          key as it is:
        </p>
        <p class="row">
          <code class="plain">OPENAI_BASE_URL={proxy}</code>
          <CopyButton text={`OPENAI_BASE_URL=${proxy}`} />
        </p>
        <p>Anthropic clients take the same address without the last part:</p>
        <p class="row">
          <code class="plain">
            ANTHROPIC_BASE_URL={new URL('.', document.baseURI).href.replace(/\/$/, '')}
          </code>
          <CopyButton text={`ANTHROPIC_BASE_URL=${new URL('.', document.baseURI).href.replace(/\/$/, '')}`} />
        </p>
        <p class="soft small">
          Where requests go to is in the <a href={link(['settings'])}>settings</a>.
        </p>
      </section>
    </div>
  );
}

const sum = (threads: readonly { added: number }[]) => threads.reduce((total, { added }) => total + added, 0);

function DropZone({
  disabled,
  onFiles,
  results,
}: {
  disabled: boolean;
  onFiles(files: FileList | null | undefined): void;
  results: string[];
}) {
  const [over, setOver] = useState(false);
  return (
    <section
      class={`drop stack ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer?.files);
      }}
    >
      <h2>Import a conversation</h2>
      <p class="soft">
        Drop a file here: a session of Claude Code or Codex, an export of ChatGPT, messages of OpenAI or
        Anthropic as JSON.
      </p>
      <p>
        <label class="row import centred">
          <span>Or choose one:</span>
          <input
            type="file"
            multiple
            accept=".json,.jsonl,.txt"
            disabled={disabled}
            onChange={(event) => onFiles(event.currentTarget.files)}
          />
        </label>
      </p>
      {results.map((line) => (
        <p key={line} class="small">
          {line}
        </p>
      ))}
    </section>
  );
}
