import { neededFeature } from '../../features.ts';
import { endpoint } from '../endpoint.ts';
import { demo, importBody, imported, importQuery } from '../schemas/figures.ts';

const tag = 'Transfer';

export const transferEndpoints = [
  endpoint({
    method: 'post',
    path: '/import',
    tag,
    summary: 'Imports the text of a transcript file: in JSON, or as plain text with its name in the query.',
    query: importQuery,
    body: importBody,
    takesText: true,
    response: imported,
    async run({ caller: { tenant, everthread, features }, query, body, signal }) {
      const importTranscript = neededFeature(features, 'importTranscript');
      const { text, name = query.name, threadId = query.threadId } = body;
      return importTranscript({ tenant, everthread, text, name, threadId, signal });
    },
  }),
  endpoint({
    method: 'post',
    path: '/demo',
    tag,
    summary: 'Loads the demo thread: 200 messages of an invented conversation.',
    response: demo,
    async run({ caller: { everthread, features }, signal }) {
      const threadId = await neededFeature(features, 'loadDemo')({ everthread, signal });
      const thread = await everthread.thread(threadId);
      return { threadId, messages: (await thread.state()).messages };
    },
  }),
];
