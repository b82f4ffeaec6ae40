export {
  type Bus,
  type ErrorHandler,
  type Message,
  type MessageHandler,
  type Payload,
  RequestError,
  type RequestErrorKind,
  type RequestHandler,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts'
export { MAX_MESSAGE_BYTES } from './codec.ts'
export { createInProcessBus } from './in-process-bus.ts'
export { subjectWord } from './subject.ts'
export { createNatsBus, type NatsBusOptions } from './nats-bus.ts'
