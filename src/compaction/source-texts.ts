/**
 * The text of a range, to check a summary's facts against. A short range is kept as texts, which can be sent to
 * a worker thread; of a long range only an index of its vocabulary is kept.
 */
import { auditSummary, type SummaryAudit } from '../facts/gate.ts';
import { createSourceIndex, type SourceIndex } from '../facts/source-index.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { AuditInput, SourceText } from '../workers/tasks/audit.ts';
import type { Workers } from '../workers/workers.ts';

export type AuditPorts = { workers: Pick<Workers, 'run'>; counter: TokenCounter };

export type SourceTexts = {
  /** With pauses where texts are indexed. */
  add(text: string, at: string): Steps<void>;
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
  return {
    *add(text, at) {
      characters += text.length;
      if (texts) {
        texts.push({ text, at });
        if (characters <= mostCharacters) return;
      }
      index ??= createSourceIndex();
      const unread = texts ?? [{ text, at }];
      texts = undefined;
      for (const one of unread) yield* index.addSteps(one.text, one.at);
    },
    async audit({ workers, counter }, task, summary) {
      const { count: countTokens } = counter;
      if (!texts) return auditSummary({ ...summary, sourceIndex: index!, countTokens });
      const all = characters + (summary.sourceText?.length ?? 0);
      return workers.run('audit', { ...summary, sourceTexts: texts }, { characters: all, ...task });
    },
  };
}
