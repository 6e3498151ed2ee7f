import { describeInvariants } from './invariants.suite.ts';

describeInvariants('eternal');
