export {
  type Bus,
  type Message,
  type MessageHandler,
  type Payload,
  RequestError,
  type RequestHandler,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts'
export { createInProcessBus } from './in-process-bus.ts'
