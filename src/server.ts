/** The published entry `everthread/server`: the server as a fetch handler, and listening on Node. */
export { createServer, type EverthreadServer } from './server/create-server.ts';
export type { AnswerEvent, Features, Imported, ImportedThread, Setting } from './server/features.ts';
export { type Listening, type ListenOptions, listen } from './server/node.ts';
export type { ProxyHandler, ServerLimits, ServerOptions } from './server/options.ts';
export { createProxy } from './server/proxy/create-proxy.ts';
export type { ProxyOptions, ProxyProblem, ProxyRoute, Upstream } from './server/proxy/options.ts';
export { type KeyRecord, type KeyRing, newKey } from './server/security/keys.ts';
