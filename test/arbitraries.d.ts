/**
 * fast-check arbitraries of messages and conversations, shared by all property tests. Conversations are plausible
 * rather than uniform: turns of chat and tool work, with the faults real clients produce (orphans, late and
 * duplicate results, calls without results, the same message twice). Provider shapes are not made here.
 */
import fc from 'fast-check';
import type { FilePart, Json, JsonObject, MessageContent } from '../src/message/message.ts';
/** Readable sentences most of the time, strange strings often enough. */
export declare const textArbitrary: fc.Arbitrary<string>;
/** Any JSON value, with hostile keys among ordinary ones, as a parser would have made it. */
export declare const jsonArbitrary: fc.Arbitrary<Json>;
export declare const jsonObjectArbitrary: fc.Arbitrary<JsonObject>;
export declare const callIdArbitrary: fc.Arbitrary<string>;
export declare const toolNameArbitrary: fc.Arbitrary<
  'bash' | 'get_weather' | 'read_file' | 'search' | 'write_file'
>;
export declare const base64Arbitrary: fc.Arbitrary<string>;
export declare const filePartArbitrary: fc.Arbitrary<FilePart>;
/** One message on its own: every role, every kind of part that role can have, no parts at all now and then. */
export declare const messageContentArbitrary: fc.Arbitrary<MessageContent>;
/** `faults: false` leaves out everything a careful client would not send: every call is answered, once, at once. */
export declare function conversationOf({
  maxTurns,
  faults,
}?: {
  maxTurns?: number;
  faults?: boolean;
}): fc.Arbitrary<MessageContent[]>;
export declare const conversationArbitrary: fc.Arbitrary<MessageContent[]>;
