/** How threads are listed, and what they are listed by. */
import type { ThreadState } from './thread-state.ts';

/** `updated` and `created`: newest first. `title`: in order of letters, those without one last. */
export const threadOrders = ['id', 'updated', 'created', 'title'] as const;
export type ThreadOrder = (typeof threadOrders)[number];

/** What a thread is listed by. */
export type ThreadPlace = Pick<ThreadState, 'id' | 'createdAt' | 'updatedAt' | 'title'>;

export type ThreadQuery = {
  /** Default: `id`. */
  order?: ThreadOrder;
  /** The last thread of the page before; in order of id, its id is enough. */
  after?: ThreadPlace | string;
  limit: number;
  /** Only threads of this owner. */
  owner?: string;
  label?: string;
  /** Without regard to case and accents. Walks over the titles of the list, so a rare text takes longer. */
  titleContains?: string;
};

/** Null removes. */
export type DetailsChange = { title?: string | null; owner?: string | null; labels?: readonly string[] };

export type OwnerSummary = { owner: string; threads: number };

/** What was removed with an owner. */
export type DeletedOwner = { threads: number; messages: number };
