/**
 * The text of a range, to check a summary's facts against. A short range is kept as texts, which can be sent to
 * a worker thread; of a long range only an index of its vocabulary is kept.
 */
import { auditSummary, type SummaryAudit } from '../facts/gate.ts';
import { createSourceIndex, type SourceIndex } from '../facts/source-index.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { AuditInput, SourceText } from '../workers/tasks/audit.ts';
import type { Workers } from '../workers/workers.ts';

export type AuditPorts = { workers: Pick<Workers, 'run'>; counter: TokenCounter };

export type SourceTexts = {
  /** Returns true when indexing it took long: then the caller yields to other work. */
  add(text: string, at: string): boolean;
  /** Checks a summary against these texts. */
  audit(
    ports: AuditPorts,
    task: { threadId: string; signal: AbortSignal },
    summary: Omit<AuditInput, 'sourceTexts'>,
  ): Promise<SummaryAudit>;
};

const mostCharacters = 512 * 1024;

export function createSourceTexts(): SourceTexts {
  let texts: SourceText[] | undefined = [];
  let index: SourceIndex | undefined;
  let characters = 0;
  const indexed = (): SourceIndex => {
    if (index) return index;
    index = createSourceIndex();
    for (const { text, at } of texts ?? []) index.add(text, at);
    texts = undefined;
    return index;
  };
  return {
    add(text, at) {
      characters += text.length;
      if (texts && characters <= mostCharacters) {
        texts.push({ text, at });
        return false;
      }
      indexed().add(text, at);
      return true;
    },
    async audit({ workers, counter }, task, summary) {
      const { count: countTokens } = counter;
      if (!texts) return auditSummary({ ...summary, sourceIndex: indexed(), countTokens });
      const all = characters + (summary.sourceText?.length ?? 0);
      return workers.run('audit', { ...summary, sourceTexts: texts }, { characters: all, ...task });
    },
  };
}
