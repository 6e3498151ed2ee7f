/** The same random cases in every run of `make test`; `make soak` draws new ones. */
import fc from 'fast-check';
import { soak } from './soak.ts';

if (!soak) fc.configureGlobal({ seed: 20_261_115 });
