/**
 * The contract of token counting. Counts are *reference tokens* (o200k): measured once when a message is
 * appended, stored with it, and scaled by the model's calibration where they meet a model's window.
 */
import type { MessageContent, Part } from '../message/message.ts';

export type TokenCounter = {
  /** Stored beside counts; a change means old counts were made by another rule. */
  readonly name: string;
  /**
   * True: lines that begin with a letter, a digit, `#`, `-` or `<` count together what each counts with the line
   * break that ends it, and a message of one text what an empty one and the text count: of many lines only the new
   * ones have to be counted.
   */
  readonly addsUpByLine?: boolean;
  /** Exact for short text, at once. Use `countLong` where the text may be large. */
  count(text: string): number;
  /** The same figure, but yields to the event loop while it works. */
  countLong(text: string): Promise<number>;
  part(part: Part): number;
  /** Parts plus the provider's overhead for one message. */
  message(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): number;
  messageLong(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): Promise<number>;
  /** The longest beginning of `text` that has at most `tokens` tokens, never splitting a surrogate pair. */
  truncate(text: string, tokens: number): string;
  /** The same from the end. */
  truncateStart(text: string, tokens: number): string;
};
