import { describeInvariants } from './invariants.suite.ts';
import { returningArbitrary } from './operations.ts';

describeInvariants('eternal', returningArbitrary);
