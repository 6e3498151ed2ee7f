/**
 * The store with redaction. Whatever is made from messages (summaries, ledgers, segments, receipts, rules, notes,
 * details of calls) is stored without recognized secrets, whichever code passes it in, imports included (I-10). What
 * people write themselves (labels, earlier versions) is redacted only with `redaction.archive`. Messages arrive as they
 * are to be stored, because they are redacted before they are hashed.
 */

import type { AuditEntry } from '../records/audit-entry.ts';
import type { ProfileProse } from '../records/profile.ts';
import type { Receipt, SummaryRecord } from '../records/summary.ts';
import type { DetailsChange } from '../records/thread-list.ts';
import type { ThreadDetails, ThreadSettings } from '../records/thread-state.ts';
import { sizeOf } from '../redaction/redact-content.ts';
import { redactFields } from '../redaction/redact-fields.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Workers } from '../workers/workers.ts';
import type { Redaction } from './redaction.ts';

/** Longer text counts as this many characters when choosing where to redact a record. */
const enoughCharacters = 50_000;

export function redactingStore(options: {
  store: Store;
  redaction: Redaction;
  counter: Pick<TokenCounter, 'countLong'>;
  /** Redact long records. Default: done here. */
  workers?: Pick<Workers, 'run'>;
}): Store {
  const { store, redaction, counter, workers } = options;
  const { redact, storedJson } = redaction;

  const cleanFields = async <Fields extends object>(fields: Fields, threadId: string): Promise<Fields> => {
    if (!workers) return redactFields(fields, redact);
    const characters = sizeOf(fields, enoughCharacters);
    return (await workers.run('fields', { fields }, { characters, threadId })) as Fields;
  };
  const cleanSummary = async (summary: SummaryRecord): Promise<SummaryRecord> => {
    const { text, record, raw, segment, work, facts, kept } = summary;
    const fields = {
      text,
      record,
      segment,
      facts,
      ...(raw === undefined ? {} : { raw }),
      ...(work === undefined ? {} : { work }),
      ...(kept === undefined ? {} : { kept }),
    };
    const clean = await cleanFields(fields, summary.threadId);
    return {
      ...summary,
      ...clean,
      tokens: clean.text === text ? summary.tokens : await counter.countLong(clean.text),
    };
  };
  const cleanReceipt = (receipt: Receipt): Receipt => redactFields(receipt, redact);
  const cleanAudit = (entry: AuditEntry): AuditEntry => ({
    ...entry,
    note: redact(entry.note),
    before: storedJson(entry.before),
  });
  const cleanSettings = <Given extends { [key in keyof ThreadSettings]?: ThreadSettings[key] | null }>(
    settings: Given,
  ): Given => (settings.metadata ? { ...settings, metadata: storedJson(settings.metadata) } : settings);

  const cleanDetails = <Given extends DetailsChange>(details: Given): Given => ({
    ...details,
    ...(typeof details.title === 'string' && { title: storedJson(details.title) }),
    ...(details.labels !== undefined && { labels: storedJson(details.labels) }),
  });
  const cleanProse = ({ sentences, writtenFrom }: ProfileProse): ProfileProse => ({
    sentences: sentences.map((sentence) => ({ ...sentence, text: redact(sentence.text) })),
    writtenFrom,
  });
  const { profiles, results } = store;

  return withMethods(store, {
    ensureThread: (given) =>
      store.ensureThread(given.details ? { ...given, details: cleanDetails(given.details) } : given),
    updateDetails: (update) => store.updateDetails({ ...update, details: cleanDetails(update.details) }),
    profiles: {
      unread: (options) => profiles.unread(options),
      writeNotes: (written) =>
        profiles.writeNotes({
          ...written,
          notes: redactFields([...written.notes], redact),
          rules: redactFields([...written.rules], redact),
        }),
      outdated: (options) => profiles.outdated(options),
      readMaterial: (owner) => profiles.readMaterial(owner),
      writeProfile: (written) => profiles.writeProfile(written),
      writeProse: (written) => profiles.writeProse({ ...written, prose: cleanProse(written.prose) }),
      readProfile: (owner) => profiles.readProfile(owner),
      correct: ({ owner, correction }) =>
        profiles.correct({
          owner,
          correction: { ...correction, text: correction.text === null ? null : redact(correction.text) },
        }),
    },
    results: {
      read: (options) => results.read(options),
      write: async (written) =>
        results.write({ ...written, result: await cleanFields(written.result, written.threadId) }),
      drop: (threadId) => results.drop(threadId),
    },
    commit: async (commit) =>
      store.commit({
        ...commit,
        insert: await Promise.all(commit.insert.map(cleanSummary)),
        receipt: commit.receipt && cleanReceipt(commit.receipt),
      }),
    async updateSummary(update) {
      const { text, record, facts, audit } = update;
      return store.updateSummary({
        ...update,
        ...(text === undefined ? {} : { text: redact(text) }),
        ...(record === undefined ? {} : { record: redactFields(record, redact) }),
        ...(facts === undefined ? {} : { facts: redactFields(facts, redact) }),
        audit: cleanAudit(audit),
      });
    },
    updatePins: (update) => store.updatePins({ ...update, audit: cleanAudit(update.audit) }),
    rewrite: (rewrite) =>
      store.rewrite({ ...rewrite, audit: cleanAudit(rewrite.audit), versions: redaction.storedNow }),
    restore: async (restored) =>
      store.restore({
        ...restored,
        thread: {
          ...restored.thread,
          ...cleanDetails(detailsOf(restored.thread)),
          pins: redactFields(restored.thread.pins, redact),
          settings: cleanSettings(restored.thread.settings),
        },
        summaries: await Promise.all(restored.summaries.map(cleanSummary)),
        receipts: restored.receipts.map(cleanReceipt),
        audit: restored.audit.map(cleanAudit),
      }),
    updateSettings: (update) => store.updateSettings({ ...update, settings: cleanSettings(update.settings) }),
    recordCalls: (calls) =>
      store.recordCalls(
        calls.map((call) => (call.detail === undefined ? call : { ...call, detail: redact(call.detail) })),
      ),
  });
}

function detailsOf({ title, labels }: ThreadDetails): ThreadDetails {
  return { ...(title !== undefined && { title }), ...(labels !== undefined && { labels }) };
}

/** The same store with some methods replaced. A store may be a class, so its own methods are bound to it. */
function withMethods(store: Store, methods: Partial<Store>): Store {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const own = methods[name as keyof Store];
      if (own !== undefined) return own;
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      const known = bound.get(value) ?? value.bind(target);
      bound.set(value, known);
      return known;
    },
  });
}
