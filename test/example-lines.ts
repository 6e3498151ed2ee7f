/** For each example a line that it prints only if it works as described. */
export const keyLines: { [file: string]: RegExp } = {
  '01-first-thread.ts': /^has the order: true$/mu,
  '02-strategies.ts': /^running +\d+ → \d+ +\d+ +\d+$/mu,
  '03-tools-and-providers.ts': /^ {2}tool: \{"rain_mm": 4\.2, "wind": "SW 5"\} +answers toolu_01$/mu,
  '04-language-model-summarizer.ts': /^20 messages → 1 summary by storyteller$/mu,
  '05-own-summarizer.ts': /^messages 1 to 8, by headlines, \d+ → \d+ tokens$/mu,
  '06-budgets-and-resources.ts': /^resource in the log: false$/mu,
  '07-ai-sdk-chat.ts': /^assistant: Your booking code is INN-4711\.$/mu,
  '08-owners.ts': /^knows Oslo: true, knows Paris: false$/mu,
  '09-server.ts': /^to send: 3 messages, below 2000 tokens: true$/mu,
};
