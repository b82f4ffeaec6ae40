export type { Abort } from './abort.ts'
export type * from './api.generated.ts'
export { type CallArguments, type CallInput, type CallName, type Reply } from './calls.ts'
export { ApiCallError, createClient, type Client, type ClientOptions } from './create-client.ts'
export { LiveSocket } from './live-socket.ts'
export {
  type Channel,
  orderKey,
  type RequestAnswer,
  type RequestBody,
  type RequestKind,
  type RequestOptions,
  type RequestOutcome,
  SocketRequestError,
} from './requests.ts'
export type { Topic, TopicEvent } from './topics.ts'
