/** Fixes the random cases of `make test`; `make soak` draws new ones in every run. */
import fc from 'fast-check';
import { joinSharedPool } from '../src/workers/shared-pool.ts';
import { soak } from './soak.ts';

if (!soak) fc.configureGlobal({ seed: 20_261_115 });
// Keeps a permanent user of the pool, so that its threads serve all tests instead of starting anew for each.
joinSharedPool(Symbol.for('tests'), 1);
