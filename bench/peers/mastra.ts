/**
 * Mastra's memory on LibSQL: the newest messages, and with `recall` the messages with the nearest vectors. What is
 * recalled becomes a prompt that its own limiter brings into the budget, as in Mastra's agents.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MessageList } from '@mastra/core/agent/message-list';
import { TokenLimiterProcessor } from '@mastra/core/processors';
import { LibSQLStore, LibSQLVector } from '@mastra/libsql';
import { Memory } from '@mastra/memory';
import type { Peer, PeerMessage, PeerOptions } from './peer.ts';

/** About as many messages of this conversation as fill the budget. */
const lastMessages = 100;
const batch = 500;
const dimensions = 384;

/** Returns meaningless vectors of the usual length at once, so that no embedding model's time is measured. */
const embedder = {
  specificationVersion: 'v2' as const,
  provider: 'scripted',
  modelId: 'scripted',
  maxEmbeddingsPerCall: 1_000,
  supportsParallelCalls: true,
  async doEmbed({ values }: { values: string[] }) {
    return { embeddings: values.map(vectorOf), usage: { tokens: 0 }, warnings: [] };
  },
};

function vectorOf(text: string): number[] {
  const bytes = createHash('sha384').update(text).digest();
  return Array.from({ length: dimensions }, (_, index) => (bytes[index % bytes.length]! - 128) / 128);
}

export async function openMastra(
  { folder, system, budgetTokens }: PeerOptions,
  { recall }: { recall: boolean },
): Promise<Peer> {
  const url = `file:${join(folder, `mastra-${recall}.db`)}`;
  const memory = new Memory({
    storage: new LibSQLStore({ id: 'bench', url }),
    ...(recall && { vector: new LibSQLVector({ id: 'bench-vectors', url }), embedder: embedder as never }),
    options: {
      lastMessages,
      semanticRecall: recall ? { topK: 50, messageRange: 2 } : false,
      workingMemory: { enabled: false },
    },
  } as never);
  const [threadId, resourceId] = ['thread', 'user'];
  await memory.createThread({ threadId, resourceId });
  const limiter = new TokenLimiterProcessor({ limit: budgetTokens });
  const promptOf = async (messages: readonly unknown[]) => {
    const list = new MessageList({ threadId, resourceId }).addSystem(system).add(messages as never, 'memory');
    const prompt = await list.get.all.aiV5.llmPrompt();
    return (await limiter.processLLMRequest({ prompt } as never))?.prompt ?? prompt;
  };
  let number = 0;
  const messageOf = ({ role, text }: PeerMessage) => {
    number += 1;
    return {
      id: `message-${number}`,
      threadId,
      resourceId,
      role,
      createdAt: new Date(Date.UTC(2024, 0, 1) + number * 60_000),
      content: { format: 2 as const, parts: [{ type: 'text' as const, text }], content: text },
    };
  };
  const save = (saved: readonly PeerMessage[]) =>
    memory.saveMessages({ messages: saved.map(messageOf) as never });
  return {
    async fill(messages) {
      for (let start = 0; start < messages.length; start += batch)
        await save(messages.slice(start, start + batch));
    },
    async turn(message, answer) {
      await save([{ role: 'user', text: message.text }]);
      const { messages } = await memory.recall({
        threadId,
        resourceId,
        perPage: lastMessages,
        ...(recall && { vectorSearchString: message.text }),
      } as never);
      await promptOf(messages);
      await save([{ role: 'assistant', text: answer }]);
    },
    close: async () => undefined,
  };
}
