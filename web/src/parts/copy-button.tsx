import { useState } from 'preact/hooks';

/** Copies a text to the clipboard and shows whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [done, setDone] = useState<'copied' | 'failed'>();
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => copiedBySelection(text),
    );
    setDone(copied ? 'copied' : 'failed');
    setTimeout(() => setDone(undefined), 2_000);
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">
        {{ copied: 'Copied', failed: 'Not allowed here', idle: label }[done ?? 'idle']}
      </span>
    </button>
  );
}

/** `navigator.clipboard` exists only on https and loopback; this older way works elsewhere. */
function copiedBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
