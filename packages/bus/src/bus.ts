/** JSON, as it arrives: always decoded from bytes, so a receiver never shares an object with the sender. */
export type Payload = unknown

export interface Message {
  readonly subject: string
  readonly payload: Payload
}

export interface Subscription {
  /** No message is delivered after this. */
  unsubscribe(): void
}

/** May return a promise; a rejection goes to the bus's error handler. */
export type MessageHandler = (message: Message) => void | Promise<void>
/** What it returns is the reply; what it throws reaches the asker as `RequestError` of kind `failed`. */
export type RequestHandler = (message: Message) => Payload | Promise<Payload>

export interface SubscribeOptions {
  /** Of all subscriptions of one queue, one gets each message. */
  readonly queue?: string
}

/**
 * Messages between the parts of the server, with the semantics of NATS: at most once, no memory, in order for each
 * sender and receiver. Truth lives in the database; what is on the bus may be lost.
 */
export interface Bus {
  publish(subject: string, payload: Payload): void
  /** `subject` may hold `*` (one word) and end in `>` (the rest). */
  subscribe(subject: string, handler: MessageHandler, options?: SubscribeOptions): Subscription
  /** Answers requests. */
  serve(subject: string, handler: RequestHandler, options?: SubscribeOptions): Subscription
  /** Rejects with `RequestError`: at once when nobody serves the subject, else after `timeoutMs`. */
  request(subject: string, payload: Payload, timeoutMs: number): Promise<Payload>
  close(): Promise<void>
}

export class RequestError extends Error {
  readonly kind: 'no-responders' | 'timeout' | 'failed'

  constructor(kind: 'no-responders' | 'timeout' | 'failed', message: string) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
  }
}
