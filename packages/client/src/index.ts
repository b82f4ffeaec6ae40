export { type CallInput, type CallName, type Reply } from './calls.ts'
export { ApiCallError, createClient, type Client, type ClientOptions } from './create-client.ts'
export { LiveSocket } from './live-socket.ts'
