/** The features that `everthread serve` adds to the server: chat, imports, demo, settings. */
import type { Features } from '../../server/features.ts';
import { defaultBudgetTokens, resolveBudget } from '../../tokens/windows.ts';
import { declarations } from '../config/declarations.ts';
import type { ResolvedSettings, SettingSource } from '../config/settings.ts';
import { answersText, type ChosenProvider, maskedAddress } from '../models/choose-provider.ts';
import { budgetFor } from '../open-everthread.ts';
import { importSource } from '../transfer/import-source.ts';
import { createAnswerer } from './answer.ts';
import { loadDemo } from './load-demo.ts';
import type { TenantEverthreads } from './tenant-everthreads.ts';

export async function serveFeatures(options: {
  settings: ResolvedSettings;
  provider: ChosenProvider;
  tenants: TenantEverthreads;
}): Promise<Features> {
  const { settings, provider, tenants } = options;
  const answer = createAnswerer();
  const budget = await budgetFor(settings, provider);
  return {
    answer: ({ tenant, thread, text, signal }) =>
      answer({ opened: tenants.of(tenant), thread, text, signal }),
    importTranscript: (asked) => importText({ ...asked, tenants }),
    loadDemo,
    settings: async () => ({
      file: settings.file ?? null,
      answers: answersText(provider),
      settings: declarations.map(({ name, about }) => ({
        name,
        about,
        value: maskedAddress(settings.values[name]) ?? null,
        from: settings.sources[name].from,
        source: placeOf(settings.sources[name]),
      })),
    }),
    defaults: {
      budgetTokens: budget === undefined ? defaultBudgetTokens : resolveBudget(budget).tokens,
      strategy: settings.values.strategy.name,
      ...(provider.provider !== 'none' && provider.model !== undefined && { model: provider.model }),
    },
  };
}

async function importText(
  options: Parameters<NonNullable<Features['importTranscript']>>[0] & { tenants: TenantEverthreads },
) {
  const { tenants, tenant, text, name = 'imported', threadId, signal } = options;
  const { everthread, store } = tenants.of(tenant);
  const { threads, skipped, firstProblems } = await importSource({
    source: {
      name,
      title: name.replace(/^.*[\\/]/u, '').replace(/\.\w{1,8}$/u, '') || 'imported',
      bytes: Buffer.byteLength(text),
      again: true,
      found: false,
      async *chunks(onBytes) {
        onBytes?.(Buffer.byteLength(text));
        yield text;
      },
    },
    target: { everthread, store },
    threadId,
    signal,
  });
  return {
    threads: threads.map(({ id, title, added, already, grown, differing }) => ({
      threadId: id,
      ...(title !== undefined && { title }),
      added,
      known: already + grown + differing,
    })),
    skipped,
    problems: firstProblems,
  };
}

function placeOf({ name, line }: SettingSource): string {
  return line === undefined ? name : `${name}:${line}`;
}
