/** Orders and filters for listing threads. */
import type { ThreadState } from './thread-state.ts';

/** `updated` and `created`: newest first. `title`: alphabetical, threads without a title last. */
export const threadOrders = ['id', 'updated', 'created', 'title'] as const;
export type ThreadOrder = (typeof threadOrders)[number];

/** The members of a thread that determine its place in a list. */
export type ThreadPlace = Pick<ThreadState, 'id' | 'createdAt' | 'updatedAt' | 'title'>;

export type ThreadQuery = {
  /** Default: `id`. */
  order?: ThreadOrder;
  /** The last thread of the previous page. For order `id`, its id is enough. */
  after?: ThreadPlace | string;
  limit: number;
  /** Only threads of this owner. */
  owner?: string;
  label?: string;
  /** Ignores case and accents. Scans the titles of the list, so a rare text takes longer. */
  titleContains?: string;
};

/** Null removes a member. */
export type DetailsChange = { title?: string | null; owner?: string | null; labels?: readonly string[] };

export type OwnerSummary = { owner: string; threads: number };

/** What was removed together with an owner. */
export type DeletedOwner = { threads: number; messages: number };
