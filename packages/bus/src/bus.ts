/** JSON as received: always decoded from bytes, so a receiver never shares an object with the sender. */
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
/** Its return value is the reply; what it throws reaches the requester as a `RequestError` of kind `failed`. */
export type RequestHandler = (message: Message) => Payload | Promise<Payload>
/** Receives errors of handlers and of the connection. */
export type ErrorHandler = (error: unknown, subject: string) => void

export interface SubscribeOptions {
  /** Each message goes to one of the subscriptions of a queue. */
  readonly queue?: string
}

/**
 * Messages between the parts of one or several servers, with the semantics of NATS: at most once, not stored, and in
 * order for each sender and receiver. The database is authoritative; messages may be lost.
 */
export interface Bus {
  /** For display: what transports the messages. */
  readonly description: string
  /** False while the connection to the other servers is down; messages published then are lost. */
  readonly isConnected: boolean
  /** Throws a RangeError for messages above MAX_MESSAGE_BYTES. */
  publish(subject: string, payload: Payload): void
  /** `subject` may contain `*` (one word) and end in `>` (the rest). */
  subscribe(subject: string, handler: MessageHandler, options?: SubscribeOptions): Subscription
  /** Answers requests. */
  serve(subject: string, handler: RequestHandler, options?: SubscribeOptions): Subscription
  /** Rejects with a `RequestError`: at once if nobody serves the subject, otherwise after `timeoutMs`. */
  request(subject: string, payload: Payload, timeoutMs: number): Promise<Payload>
  /** Calls the listener whenever messages may have been missed: after the connection was restored. */
  onGap(listener: () => void): Subscription
  /** Resolves once all subscriptions and publications made so far are in effect; at once while disconnected. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type RequestErrorKind = 'no-responders' | 'timeout' | 'failed' | 'disconnected'

export class RequestError extends Error {
  readonly kind: RequestErrorKind

  constructor(kind: RequestErrorKind, message: string) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
  }
}
