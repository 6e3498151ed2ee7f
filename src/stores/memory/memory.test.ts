import { describeStore } from '../suite/store.suite.ts';
import { memoryStore } from './memory.ts';

describeStore({ name: 'memory', make: memoryStore });
