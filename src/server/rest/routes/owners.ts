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
    summary: 'Owners, and their number of threads.',
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
    summary: 'The profile of an owner with its sources, and the themes of the owner’s threads.',
    params: ownerParams,
    response: profile,
    run: ({ caller: { everthread }, params: { owner } }) => everthread.profile(owner),
  }),
  endpoint({
    method: 'patch',
    path: '/owners/{owner}/profile/{entryId}',
    tag,
    summary: 'Corrects an entry of the profile. Null removes it. Returns the earlier entry.',
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
    summary: 'Forgets an owner with all threads and the profile. Returns a receipt.',
    params: ownerParams,
    response: ownerErasure,
    run: ({ caller: { everthread }, params: { owner } }) => everthread.forgetOwner(owner),
  }),
];
