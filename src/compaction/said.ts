/**
 * What was said in a range, for telling facts from inventions. Kept as texts, which another thread can read,
 * while they are few; of a long range only its vocabulary is kept.
 */
import { auditSummary, type SummaryAudit } from '../facts/gate.ts';
import { createSourceIndex, type SourceIndex } from '../facts/source-index.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { AuditInput, SaidText } from '../workers/tasks/audit.ts';
import type { Workers } from '../workers/workers.ts';

export type AuditPorts = { workers: Pick<Workers, 'run'>; counter: TokenCounter };

export type Said = {
  /** True when much was read: the caller lets others run. */
  add(text: string, at: string): boolean;
  /** Holds a summary against it. */
  audit(ports: AuditPorts, signal: AbortSignal, summary: Omit<AuditInput, 'said'>): Promise<SummaryAudit>;
};

const mostCharacters = 512 * 1024;

export function createSaid(): Said {
  let texts: SaidText[] | undefined = [];
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
    async audit({ workers, counter }, signal, summary) {
      const { count: countTokens } = counter;
      if (!texts) return auditSummary({ ...summary, sourceIndex: indexed(), countTokens });
      const all = characters + (summary.sourceText?.length ?? 0);
      return workers.run('audit', { ...summary, said: texts }, { characters: all, signal });
    },
  };
}
