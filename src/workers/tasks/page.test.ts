import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../message/normalize.ts';
import { summarizeConversation } from '../../summarize-conversation.ts';

const summaryOf = async (...messages: MessageInput[]) => {
  const result = await summarizeConversation({ messages, shape: 'bullets', words: 120 });
  return result.ok ? result.record.text : '';
};

describe('what a summary is made of', () => {
  it('R-52 is what programs printed, without what the client wrote around it', async () => {
    const output = JSON.stringify({
      output: 'error: the column "total" does not exist\n',
      metadata: { exit_code: 1, duration_seconds: 0.2 },
    });
    const text = await summaryOf(
      { role: 'user', content: 'Please add the totals to the report of the orders.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: '1', toolName: 'shell', input: { command: 'make report' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '1',
            toolName: 'shell',
            output: { type: 'text', value: output },
          },
        ],
      },
      { role: 'assistant', content: 'The column is called sum there. I will use that name.' },
    );
    expect(text).toContain('error: the column "total" does not exist');
    expect(text).not.toMatch(/metadata|\{"|\\n/);
  });

  it('R-52 is what was said, without what a client reports in the place of the user', async () => {
    const text = await summaryOf(
      {
        role: 'user',
        content: 'The retry has to give up after five attempts. Please change that in client.py.',
      },
      {
        role: 'assistant',
        content:
          'I count the first attempt as well.\n\n<write_to_file>\n<path>client.py</path>\n<content>\nlimit = 5\n</content>\n</write_to_file>',
      },
      {
        role: 'user',
        content:
          "[write_to_file for 'client.py'] Result:\n\nThe content was successfully saved to client.py.\n\n<environment_details>\n# Current Time\n12:00\n</environment_details>",
      },
      { role: 'assistant', content: 'Good. I will describe the limit in the README next.' },
    );
    expect(text).toContain('The assistant will describe the limit in the README next.');
    expect(text).not.toMatch(/successfully saved|Current Time/);
  });
});
