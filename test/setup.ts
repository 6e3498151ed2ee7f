/** The same random cases in every run of `make test`; `make soak` draws new ones. */
import fc from 'fast-check';

if (process.env.EVERTHREAD_SOAK !== '1') fc.configureGlobal({ seed: 20_261_115 });
