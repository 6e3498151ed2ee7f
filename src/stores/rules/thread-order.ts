/** The orders of thread lists: the same in every store, byte by byte. */

import { invalidInput } from '../../errors.ts';
import { refuseUnknownInput } from '../../input/member-checks.ts';
import {
  type ThreadOrder,
  type ThreadPlace,
  type ThreadQuery,
  threadOrders,
} from '../../records/thread-list.ts';
import { foldAccents } from '../../text/fold.ts';
import { checkCount, checkId } from './checks.ts';

/** Sorts behind every title. */
const lastTitle = '\u{10ffff}';

/** The form in which titles are compared: without case and accents. */
export function foldedTitle(title: string): string {
  return foldAccents(title.toLowerCase());
}

/** Sort key of a title. */
export function titleKey(title: string | undefined): string {
  return title === undefined ? lastTitle : foldedTitle(title);
}

export const newestFirst: { readonly [order in ThreadOrder]: boolean } = {
  id: false,
  title: false,
  updated: true,
  created: true,
};

/** The sort key before the id; undefined if the order is by id alone. */
export function orderKey(order: ThreadOrder, place: ThreadPlace): string | undefined {
  if (order === 'id') return undefined;
  if (order === 'title') return titleKey(place.title);
  return order === 'updated' ? place.updatedAt : place.createdAt;
}

const queryNames = ['order', 'after', 'limit', 'owner', 'label', 'titleContains'];

export type ListedAfter = { id: string; key?: string };

/** The checked query in the form that stores use; `after` becomes the values to compare with. */
export function readThreadQuery(query: ThreadQuery): {
  order: ThreadOrder;
  after: ListedAfter | undefined;
  limit: number;
  owner?: string;
  label?: string;
  /** Folded in the same way as titles. */
  titleContains?: string;
} {
  const { order = 'id', after, limit, owner, label, titleContains, ...others } = query;
  // A misspelt filter must not list the threads it was meant to exclude.
  refuseUnknownInput('', others, queryNames);
  if (!threadOrders.includes(order)) throw invalidInput('order', `one of ${threadOrders.join(', ')}`, order);
  checkCount('limit', limit);
  if (owner !== undefined) checkId('owner', owner);
  if (label !== undefined) checkText('label', label);
  if (titleContains !== undefined) checkText('titleContains', titleContains);
  return {
    order,
    after: after === undefined ? undefined : listedAfter(order, after),
    limit,
    ...(owner !== undefined && { owner }),
    ...(label !== undefined && { label }),
    ...(titleContains !== undefined && { titleContains: foldedTitle(titleContains) }),
  };
}

function listedAfter(order: ThreadOrder, after: ThreadPlace | string): ListedAfter {
  if (order === 'id') {
    const id = typeof after === 'object' && after !== null ? after.id : after;
    if (typeof id !== 'string') throw invalidInput('after', 'a thread, or the id of one', after);
    return { id };
  }
  const key = typeof after === 'object' && after !== null ? orderKey(order, after) : undefined;
  if (typeof key !== 'string') {
    throw invalidInput('after', `the last thread of the page before, in order of ${order}`, after);
  }
  checkId('after.id', (after as ThreadPlace).id);
  return { id: (after as ThreadPlace).id, key };
}

function checkText(field: string, value: unknown): void {
  const fits = typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0');
  if (!fits) throw invalidInput(field, 'a text', value);
}
