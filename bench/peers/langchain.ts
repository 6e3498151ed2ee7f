/** LangChain agents with LangGraph's SQLite checkpointer. Their history is summarized by middleware, or trimmed. */
import { join } from 'node:path';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage, trimMessages } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import { createAgent, createMiddleware, summarizationMiddleware } from 'langchain';
import { type Peer, type PeerMessage, type PeerOptions, roughTokens, scriptedSummary } from './peer.ts';

class ScriptedModel extends BaseChatModel {
  answer: (messages: readonly BaseMessage[]) => string;
  constructor(answer: (messages: readonly BaseMessage[]) => string) {
    super({});
    this.answer = answer;
  }
  override _llmType(): string {
    return 'scripted';
  }
  /** The agents have no tools. */
  override bindTools(): this {
    return this;
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const text = this.answer(messages);
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}

const textOf = ({ content }: BaseMessage) =>
  typeof content === 'string' ? content : JSON.stringify(content);
const countTokens = (messages: readonly BaseMessage[]) =>
  messages.reduce((sum, message) => sum + roughTokens(textOf(message)), 0);

const toMessage = ({ role, text }: PeerMessage) =>
  role === 'user' ? new HumanMessage(text) : new AIMessage(text);

/**
 * Prepares every statement only once. The checkpointer prepares them anew for every call, and better-sqlite3 12 crashes
 * on Node 24 when a statement is collected as garbage while nothing runs.
 */
function database(path: string): Database.Database {
  const opened = new Database(path);
  const prepare = opened.prepare.bind(opened) as (sql: string) => Database.Statement;
  const statements = new Map<string, Database.Statement>();
  opened.prepare = ((sql: string) => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  }) as typeof opened.prepare;
  opened.pragma = (text: string) => opened.exec(`pragma ${text}`);
  return opened;
}

/** Messages added at once. */
const batch = 500;

export async function openLangChain(
  { folder, system, budgetTokens }: PeerOptions,
  { history }: { history: 'summarized' | 'trimmed' },
): Promise<Peer> {
  let answer = 'Yes.';
  const usable = Math.floor(budgetTokens * 0.9);
  const middleware =
    history === 'summarized'
      ? summarizationMiddleware({
          model: new ScriptedModel((messages) => scriptedSummary(messages.map(textOf).join(' '))),
          trigger: { tokens: usable },
          keep: { tokens: Math.floor(usable / 2) },
          tokenCounter: countTokens,
        })
      : createMiddleware({
          name: 'trim',
          wrapModelCall: async (request, handler) => {
            const messages = await trimMessages(request.messages, {
              maxTokens: usable - roughTokens(system),
              strategy: 'last',
              startOn: 'human',
              tokenCounter: countTokens,
            });
            return handler({ ...request, messages });
          },
        });
  const agent = createAgent({
    model: new ScriptedModel(() => answer),
    tools: [],
    systemPrompt: system,
    middleware: [middleware],
    checkpointer: new SqliteSaver(database(join(folder, `langchain-${history}.db`))),
  });
  const config = { configurable: { thread_id: 'thread' } };
  return {
    async fill(messages) {
      for (let start = 0; start < messages.length; start += batch) {
        await agent.invoke(
          { messages: [...messages.slice(start, start + batch).map(toMessage), new HumanMessage('Go on.')] },
          config,
        );
      }
    },
    async turn(message, reply) {
      answer = reply;
      await agent.invoke({ messages: [new HumanMessage(message.text)] }, config);
    },
    close: async () => undefined,
  };
}

/** Only `trimMessages`, with the conversation in memory: nothing is stored. */
export async function openTrimming({ system, budgetTokens }: PeerOptions): Promise<Peer> {
  const messages: BaseMessage[] = [];
  const maxTokens = Math.floor(budgetTokens * 0.9) - roughTokens(system);
  return {
    async fill(history) {
      messages.push(...history.map(toMessage));
    },
    async turn(message, answer) {
      messages.push(new HumanMessage(message.text));
      await trimMessages(messages, {
        maxTokens,
        strategy: 'last',
        startOn: 'human',
        tokenCounter: countTokens,
      });
      messages.push(new AIMessage(answer));
    },
    close: async () => undefined,
  };
}
