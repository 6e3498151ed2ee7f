/** Takes tool calls in the shape of one provider and returns them in that of another; each keeps its result. */
import { createEverthread } from 'everthread';

const ever = createEverthread();
const thread = await ever.thread('weather');

// Messages in the shape of the Anthropic API.
await thread.append([
  { role: 'user', content: 'Will it rain in Lübeck tomorrow?' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I will look it up.' },
      { type: 'tool_use', id: 'toolu_01', name: 'forecast', input: { city: 'Lübeck', day: 'tomorrow' } },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: '{"rain_mm": 4.2, "wind": "SW 5"}' }],
  },
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'Yes, about 4 mm, with a fresh wind from the south-west.' }],
  },
]);
await thread.append({ role: 'user', content: 'Then I need the other coat.' });

const context = await thread.context({ system: 'You are a weather desk.' });

console.log('OpenAI chat:');
for (const message of context.toOpenAI()) {
  const calls =
    'tool_calls' in message && message.tool_calls ? ` calls ${JSON.stringify(message.tool_calls)}` : '';
  const answers = 'tool_call_id' in message ? ` answers ${message.tool_call_id}` : '';
  console.log(`  ${message.role}:`, message.content, calls + answers);
}

const anthropic = context.toAnthropic();
console.log('Anthropic again:', anthropic.messages.map(({ role }) => role).join(', '));
console.log('Plain text:');
console.log(context.toText());
await ever.close();
