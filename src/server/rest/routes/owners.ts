import { endpoint } from '../endpoint.ts';
import {
  ownerErasure,
  ownerPage,
  ownerParams,
  ownerQuery,
  profile,
  profileCorrection,
  profileEntry,
  profileParams,
} from '../schemas/look-up.ts';

const tag = 'Owners';

export const ownerEndpoints = [
  endpoint({
    method: 'get',
    path: '/owners',
    tag,
    summary: 'Who owns threads, and how many.',
    query: ownerQuery,
    response: ownerPage,
    async run({ caller: { everthread }, query: { after, limit } }) {
      const owners = await everthread.owners({ limit, ...(after !== undefined && { after }) });
      return { owners, next: owners.length < limit ? null : (owners.at(-1)?.owner ?? null) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/owners/{owner}/profile',
    tag,
    summary: 'What is known of an owner, with sources, and the themes of the owner’s threads.',
    params: ownerParams,
    response: profile,
    run: ({ caller: { everthread }, params: { owner } }) => everthread.profile(owner),
  }),
  endpoint({
    method: 'patch',
    path: '/owners/{owner}/profile/{entryId}',
    tag,
    summary: 'Puts an entry right; null takes it out. Returns what it was.',
    params: profileParams,
    body: profileCorrection,
    response: profileEntry,
    run: ({ caller: { everthread }, params: { owner, entryId }, body: { text } }) =>
      everthread.correctProfile({ owner, entryId, text }),
  }),
  endpoint({
    method: 'delete',
    path: '/owners/{owner}',
    tag,
    summary: 'Forgets an owner: all threads and all that is known, with a receipt.',
    params: ownerParams,
    response: ownerErasure,
    run: ({ caller: { everthread }, params: { owner } }) => everthread.forgetOwner(owner),
  }),
];
