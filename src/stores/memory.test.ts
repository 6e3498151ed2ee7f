import { memoryStore } from './memory.ts';
import { describeStore } from './store.suite.ts';

describeStore({ name: 'memory', make: memoryStore });
