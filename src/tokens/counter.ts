/**
 * The contract of token counting. Counts are *reference tokens* (o200k): measured once when a message is
 * appended, stored with it, and scaled by the model's calibration where they meet a model's window.
 */
import type { MessageContent, Part } from '../message/message.ts';

export type TokenCounter = {
  /** Stored beside counts. A change of name means that old counts follow other rules. */
  readonly name: string;
  /**
   * True if two conditions hold, so that of many lines only new ones have to be counted. Lines that begin with a
   * letter, a digit, `#`, `-` or `<` together count the sum of what each counts with its line break. And a message with
   * one text counts the sum of an empty message and the text.
   */
  readonly addsUpByLine?: boolean;
  /** Exact for short text, without pauses. Use `countLong` if the text may be large. */
  count(text: string): number;
  /** The same figure, but yields to the event loop while it works. */
  countLong(text: string): Promise<number>;
  part(part: Part): number;
  /** Parts plus the provider's overhead for one message. */
  message(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): number;
  messageLong(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): Promise<number>;
  /** The longest beginning of `text` with at most `tokens` tokens. Never splits a surrogate pair. */
  truncate(text: string, tokens: number): string;
  /** The same from the end. */
  truncateStart(text: string, tokens: number): string;
};
