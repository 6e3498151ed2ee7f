/**
 * Every view at 80 and 40 columns, with and without colour, as files for people to check: `cat src/cli/views/golden/*`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderEvent } from '../chat/render-event.ts';
import { displayWidth } from '../terminal/width.ts';
import { contextMeter } from './context-meter.ts';
import { expansionView } from './expansion-view.ts';
import { historyView } from './history-view.ts';
import {
  sampleContext,
  sampleMessages,
  sampleReceipt,
  sampleSearch,
  sampleSummaries,
} from './samples.suite.ts';
import { searchHits } from './search-hits.ts';
import { sampleStats } from './stats-samples.suite.ts';
import { statsView } from './stats-view.ts';
import { summariesView } from './summaries-view.ts';
import { summarizeBox } from './summarize-box.ts';
import type { View } from './view.ts';

const update = process.env.EVERTHREAD_UPDATE_GOLDEN === '1';
const folder = new URL('./golden/', import.meta.url);
const hint = 'Earlier ones: /history --full';

const views: { [name: string]: { requirement: string; draw: (view: View) => string } } = {
  'summarize-box': {
    requirement: 'R-12',
    draw: (view) =>
      summarizeBox(
        {
          result: { compacted: true, receipt: sampleReceipt, receipts: [sampleReceipt] },
          summaries: sampleSummaries,
        },
        view,
      ),
  },
  'summarize-nothing': {
    requirement: 'R-12',
    draw: (view) =>
      summarizeBox(
        {
          result: {
            compacted: false,
            reason: 'all 12 messages fit into the budget: 480 of 8,000 tokens',
          },
          summaries: [],
        },
        view,
      ),
  },
  'compaction-notice': {
    requirement: 'R-14',
    draw: (view) => renderEvent({ type: 'compaction', thread: 'harbour', receipt: sampleReceipt }, view),
  },
  'history-recent': {
    requirement: 'R-13',
    draw: (view) => historyView({ total: 189, messages: sampleMessages, hint }, view),
  },
  'history-full': {
    requirement: 'R-13',
    draw: (view) =>
      historyView({ total: 189, messages: sampleMessages.slice(0, 6), summaries: sampleSummaries }, view),
  },
  'context-meter': { requirement: 'R-58', draw: (view) => contextMeter(sampleContext, view) },
  'context-items': {
    requirement: 'R-58',
    draw: (view) => contextMeter({ ...sampleContext, forced: true }, view, { items: true }),
  },
  'search-hits': {
    requirement: 'R-58',
    draw: (view) => searchHits({ ...sampleSearch, hint: 'More: /search --cursor c_20' }, view),
  },
  summaries: {
    requirement: 'R-58',
    draw: (view) =>
      summariesView(sampleSummaries, view, { messages: 189, hint: 'The messages behind one: /expand <id>' }),
  },
  expansion: {
    requirement: 'R-58',
    draw: (view) =>
      expansionView({ summaryId: 'sum_0m51bq', messages: sampleMessages.slice(0, 3), next: 183 }, view, {
        hint: 'More: /expand sum_0m51bq 183',
      }),
  },
  stats: { requirement: 'R-58', draw: (view) => statsView(sampleStats, view) },
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
const colourCodes = /\u001b\[[0-9;]*m/gu;

describe.each(Object.entries(views))('%s', (name, { requirement, draw }) => {
  for (const columns of [80, 40]) {
    for (const colour of [false, true]) {
      it(`${requirement} looks as the golden file at ${columns} columns, ${colour ? 'with' : 'without'} colour`, () => {
        const text = draw({ columns, colour, utc: true });
        const file = new URL(`${name}.${columns}${colour ? '.colour' : ''}.txt`, folder);
        if (update) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(file, text);
        }
        expect(text).toBe(readFileSync(file, 'utf8'));
        for (const line of text.split('\n')) {
          expect(displayWidth(line.replaceAll(colourCodes, ''))).toBeLessThanOrEqual(columns);
        }
      });
    }
  }

  it(`${requirement} is drawn with ASCII where the locale has nothing else`, () => {
    const text = draw({ columns: 80, colour: false, utc: true, ascii: true });
    const own = text.replaceAll(/[\p{L}\p{M}✅🦦€ï、。\u2400-\u2426]/gu, '');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
    expect(own).toMatch(/^[\u0000-\u007f]*$/u);
  });
});
