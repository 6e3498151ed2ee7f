/**
 * Opens the inspector in a real browser with a thread of 100,000 messages and measures the time until its picture is
 * drawn, and the frames while it scrolls, in alternation with an empty page of the same server.
 */
import { browserPath, launch, type Served, serve } from '../test/web/inspector.ts';
import { count, milliseconds, quantile, table } from './measure.ts';

const messages = 100_000;
const batch = 1_000;
const rounds = 15;
const steps = 300;

export async function page(): Promise<string> {
  if (browserPath === undefined) return '## The page\n\nNot measured: there is no Chromium.\n';
  const [browser, served] = await Promise.all([launch(), serve()]);
  try {
    await grow(served);
    const tab = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    const empty: number[] = [];
    const picture: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      const bare = await timed(() => tab.goto(`${served.address}/healthz`));
      await tab.goto('about:blank');
      const drawn = await timed(async () => {
        await tab.goto(`${served.address}/#/threads/long`);
        await tab.locator('.strata .tail').waitFor({ state: 'attached' });
      });
      if (round < 0) continue;
      empty.push(bare);
      picture.push(drawn);
    }
    await tab.locator('.messages article').first().waitFor();
    const scrolled = await frames(tab, "document.querySelector('.virtual')");
    await tab.goto(`${served.address}/healthz`);
    await tab.evaluate(
      'document.body.innerHTML = \'<div id=box style="height:600px;overflow:auto"><div style="height:9000000px"></div></div>\'',
    );
    const plain = await frames(tab, "document.getElementById('box')");
    const sorted = [empty, picture, plain, scrolled].map((list) => list.toSorted((a, b) => a - b));
    const row = (name: string, measured: readonly number[], baseline: readonly number[]) => [
      name,
      ...[0.5, 0.99].flatMap((share) => [
        milliseconds(quantile(measured, share)),
        milliseconds(quantile(baseline, share)),
      ]),
      (quantile(measured, 0.5) / quantile(baseline, 0.5)).toFixed(2),
    ];
    return [
      '## The page',
      '',
      `A thread of ${count(messages)} messages in Chromium without a graphics card, ${rounds} visits, ${steps} steps of scrolling from its start to its end.`,
      '',
      table(
        ['', 'p50', 'empty page', 'p99', 'empty page', 'ratio p50'],
        [
          row('until the picture is there', sorted[1]!, sorted[0]!),
          row('between two frames while scrolling', sorted[3]!, sorted[2]!),
        ],
      ),
      '',
    ].join('\n');
  } finally {
    await browser.close();
    await served.stop();
  }
}

async function grow({ address }: Served): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => {
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
    });
  await post('/threads', { id: 'long', title: 'A long one' });
  for (let from = 0; from < messages; from += batch) {
    await post('/threads/long/messages', {
      messages: Array.from({ length: batch }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${from + index + 1}: berth ${index % 17} at pier ${index % 5}, ${'rope '.repeat(index % 40)}`,
      })),
    });
    if ((from + batch) % 20_000 === 0) console.error(`  ${count(from + batch)} messages`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds between frames while a box scrolls from its start to its end. */
async function frames(tab: { evaluate(text: string): Promise<unknown> }, box: string): Promise<number[]> {
  return (await tab.evaluate(`(async () => {
    const box = ${box};
    const times = [];
    let last = performance.now();
    for (let step = 0; step <= ${steps}; step += 1) {
      box.scrollTop = (box.scrollHeight - box.clientHeight) * step / ${steps};
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times;
  })()`)) as number[];
}
