/** The same random cases in every run of `make test`; `make soak` draws new ones. */
import fc from 'fast-check';
import { joinSharedPool } from '../src/workers/shared-pool.ts';
import { soak } from './soak.ts';

if (!soak) fc.configureGlobal({ seed: 20_261_115 });
// One user that never leaves: threads of the pool serve one test after the other instead of starting anew for each.
joinSharedPool(Symbol.for('tests'), 1);
