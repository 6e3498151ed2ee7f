import { describeInvariants } from './invariants.suite.ts';

describeInvariants('tiered');
