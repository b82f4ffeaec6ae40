import { setTimeout as sleep } from 'node:timers/promises'
import {
  connect,
  errors,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription as NatsSubscription,
} from '@nats-io/transport-node'
import {
  type Bus,
  type ErrorHandler,
  type MessageHandler,
  type Payload,
  RequestError,
  type RequestHandler,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts'
import { decode, encode } from './codec.ts'
import { deliver, errorText } from './deliver.ts'
import { checkPattern, checkSubject } from './subject.ts'

export interface NatsBusOptions {
  /** `nats://` or `tls://` addresses of the servers of one cluster, with user and password or a token if needed. */
  readonly urls: readonly string[]
  /** Name of this client, for the operators of NATS. */
  readonly name: string
  readonly onError: ErrorHandler
}

/** The response to a request: a reply, or an error. */
type Reply = { readonly value: Payload } | { readonly error: string }

interface Listener {
  readonly pattern: string
  readonly queue: string | undefined
  readonly receive: (message: Msg) => void
  wire: NatsSubscription | null
}

const AGAIN_MS = 1000
/** A connection that misses this many pings in a row is lost. */
const PING = { pingInterval: 5000, maxPingOut: 2 }
const CLOSE_LIMIT_MS = 2000

/**
 * The bus of several servers. It keeps working without its NATS servers, even if they are missing at the start:
 * messages published then are lost, and listeners of `onGap` read the database once NATS is back. Resolves after the
 * first connection attempt, whether it succeeded or not.
 */
export async function createNatsBus(options: NatsBusOptions): Promise<Bus> {
  const bus = new NatsBus(options)
  await bus.tried
  return bus
}

class NatsBus implements Bus {
  readonly description = 'NATS'
  readonly #options: NatsBusOptions
  readonly #listeners = new Set<Listener>()
  readonly #gapListeners = new Set<() => void>()
  readonly #closing = new AbortController()
  readonly #following: Promise<void>
  readonly #tried = Promise.withResolvers<void>()
  #connection: NatsConnection | null = null
  #isConnected = false

  constructor(options: NatsBusOptions) {
    this.#options = options
    this.#following = this.#follow()
  }

  get tried(): Promise<void> {
    return this.#tried.promise
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  publish(subject: string, payload: Payload): void {
    checkSubject(subject)
    const bytes = encode(payload)
    // While disconnected, the client would buffer publications without limit.
    if (this.#isConnected) this.#connection?.publish(subject, bytes)
  }

  subscribe(pattern: string, handler: MessageHandler, options?: SubscribeOptions): Subscription {
    return this.#listen(pattern, options?.queue, ({ subject, data }) =>
      deliver(handler, { subject, payload: decode(data) }, this.#options.onError),
    )
  }

  serve(pattern: string, handler: RequestHandler, options?: SubscribeOptions): Subscription {
    return this.#listen(pattern, options?.queue ?? 'served', (message) => void this.#answer(message, handler))
  }

  async request(subject: string, payload: Payload, timeoutMs: number): Promise<Payload> {
    checkSubject(subject)
    const bytes = encode(payload)
    if (this.#closing.signal.aborted) throw new RequestError('no-responders', `No service handles ${subject}`)
    if (!this.#connection || !this.#isConnected) throw new RequestError('disconnected', 'NATS does not respond')
    const reply = await this.#connection.request(subject, bytes, { timeout: timeoutMs }).catch((error: unknown) => {
      throw asRequestError(error, subject, timeoutMs)
    })
    const answer = decode(reply.data) as Reply
    if ('error' in answer) throw new RequestError('failed', answer.error)
    return answer.value
  }

  onGap(listener: () => void): Subscription {
    this.#gapListeners.add(listener)
    return { unsubscribe: () => void this.#gapListeners.delete(listener) }
  }

  async flush(): Promise<void> {
    if (this.#isConnected) await this.#connection?.flush()
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    for (const { wire } of this.#listeners) wire?.unsubscribe()
    this.#listeners.clear()
    // Flushes the last publications, unless nobody accepts them.
    await Promise.race([this.flush().catch(() => undefined), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })])
    this.#isConnected = false
    await this.#connection?.close()
    await this.#following
  }

  #listen(pattern: string, queue: string | undefined, receive: (message: Msg) => void): Subscription {
    checkPattern(pattern)
    if (this.#closing.signal.aborted) throw new Error('The bus is closed')
    const listener: Listener = { pattern, queue, receive, wire: null }
    this.#listeners.add(listener)
    this.#attach(listener)
    return {
      unsubscribe: () => {
        if (this.#listeners.delete(listener)) listener.wire?.unsubscribe()
      },
    }
  }

  #attach(listener: Listener): void {
    if (!this.#connection) return
    const { pattern, queue, receive } = listener
    listener.wire = this.#connection.subscribe(pattern, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error) this.#options.onError(error, pattern)
        else if (this.#listeners.has(listener)) receive(message)
      },
    })
  }

  async #answer(message: Msg, handler: RequestHandler): Promise<void> {
    const reply: Reply = await (async () =>
      handler({ subject: message.subject, payload: decode(message.data) }))().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: errorText(error) }),
    )
    if (this.#connection?.isClosed() === false) message.respond(encodeReply(reply))
  }

  /** Maintains a connection until the bus is closed. */
  async #follow(): Promise<void> {
    const { signal } = this.#closing
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const connection = await connect(connectionOptions(this.#options))
        if (signal.aborted) return await connection.close()
        this.#connection = connection
        for (const listener of this.#listeners) this.#attach(listener)
        await this.#watch(connection, isFirst)
      } catch (error) {
        if (!signal.aborted) this.#options.onError(error, 'connection')
        this.#tried.resolve()
        await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  /** Resolves when the connection is permanently closed. */
  async #watch(connection: NatsConnection, isFirst: boolean): Promise<void> {
    await connection.flush()
    this.#isConnected = true
    this.#tried.resolve()
    if (!isFirst) this.#reportGap()
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'close') this.#isConnected = false
      if (type === 'disconnect') this.#options.onError(new Error('The connection to NATS is lost'), 'connection')
      if (type !== 'reconnect') continue
      void this.#resume(connection)
    }
    this.#isConnected = false
  }

  /** Subscriptions must be restored before anybody reads the database. */
  async #resume(connection: NatsConnection): Promise<void> {
    const isThere = await connection.flush().then(
      () => true,
      () => false,
    )
    if (!isThere || this.#closing.signal.aborted) return
    this.#isConnected = true
    this.#reportGap()
  }

  #reportGap(): void {
    for (const listener of this.#gapListeners) listener()
  }
}

function connectionOptions({ urls, name }: NatsBusOptions): NodeConnectionOptions {
  const parsed = urls.map((url) => new URL(url))
  const [first] = parsed
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  return {
    servers: parsed.map(({ host }) => host),
    name,
    ...PING,
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    ...(pass === '' ? {} : { user, pass }),
    ...(pass === '' && user !== '' ? { token: user } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

function encodeReply(reply: Reply): Uint8Array {
  try {
    return encode(reply)
  } catch (error) {
    return encode({ error: errorText(error) } satisfies Reply)
  }
}

function asRequestError(error: unknown, subject: string, timeoutMs: number): RequestError {
  if (error instanceof errors.TimeoutError) {
    return new RequestError('timeout', `No reply from ${subject} within ${timeoutMs} ms`)
  }
  const isUnserved =
    error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders())
  if (isUnserved) return new RequestError('no-responders', `No service handles ${subject}`)
  return new RequestError('disconnected', errorText(error))
}
