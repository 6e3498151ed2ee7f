/** The orders in which threads are listed: the same in every store, byte by byte. */
import { invalidInput } from '../../errors.ts';
import {
  type ThreadOrder,
  type ThreadPlace,
  type ThreadQuery,
  threadOrders,
} from '../../records/thread-list.ts';
import { foldAccents } from '../../text/fold.ts';
import { checkCount, checkId } from './checks.ts';

/** Behind every title there is. */
const lastTitle = '\u{10ffff}';

/** As titles are compared: without regard to case and accents. */
export function foldedTitle(title: string): string {
  return foldAccents(title.toLowerCase());
}

/** What a title is sorted by. */
export function titleKey(title: string | undefined): string {
  return title === undefined ? lastTitle : foldedTitle(title);
}

export const newestFirst: { readonly [order in ThreadOrder]: boolean } = {
  id: false,
  title: false,
  updated: true,
  created: true,
};

/** What stands before the id in an order; undefined where the id alone decides. */
export function orderKey(order: ThreadOrder, place: ThreadPlace): string | undefined {
  if (order === 'id') return undefined;
  if (order === 'title') return titleKey(place.title);
  return order === 'updated' ? place.updatedAt : place.createdAt;
}

const queryNames = ['order', 'after', 'limit', 'owner', 'label', 'titleContains'];

export type ListedAfter = { id: string; key?: string };

/** The query as stores use it: checked, `after` as what is compared. */
export function readThreadQuery(query: ThreadQuery): {
  order: ThreadOrder;
  after: ListedAfter | undefined;
  limit: number;
  owner?: string;
  label?: string;
  /** Folded as titles are. */
  titleContains?: string;
} {
  const { order = 'id', after, limit, owner, label, titleContains, ...others } = query;
  // A filter that is misspelt must not list what it was to leave out.
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalidInput(unknown, `one of ${queryNames.join(', ')}`, 'an unknown name');
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
