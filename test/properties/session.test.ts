import { describeInvariants } from './invariants.suite.ts';

describeInvariants('session');
