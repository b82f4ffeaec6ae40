import { type ClientMessage, type ServerEvent, serverMessage } from '@tradeloom/contracts'

/** `silent`: it is open as far as the browser knows, but the server does not answer. */
export type SocketState = 'connecting' | 'open' | 'silent' | 'closed'
export type TopicListener = (event: ServerEvent) => void

/** The part of WebSocket in use; tests bring their own. */
export type SocketLike = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>

export interface SocketClientOptions {
  readonly open: () => SocketLike
  /** Returns 0 to 1; spreads reconnects of many pages after a server restart. */
  readonly random?: () => number
}

/** The server did not answer in time. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout'
}

/** It was lost before the server answered. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

interface Waiting {
  readonly resolve: (data: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 15_000
/** After this long without a message, the client requests one. */
const PULSE_MS = 3_000
/** A server that has not answered by then is taken for away: what it said last, such as prices, may be wrong by now. */
const MAX_ANSWER_MS = 7_000
/** A connection without an answer for this long is dead although nobody closed it. Requests wait shorter. */
const MAX_SILENCE_MS = 50_000
const OPEN = 1

/**
 * One connection to the server. Subscriptions are ref-counted: the server gets one subscribe per topic. After a lost
 * connection the client reconnects and resubscribes; the server then sends the latest state first, so nothing needs to
 * be replayed.
 */
export class SocketClient {
  readonly #options: SocketClientOptions
  readonly #topics = new Map<string, Set<TopicListener>>()
  readonly #waiting = new Map<number, Waiting>()
  readonly #stateListeners = new Set<() => void>()
  #socket: SocketLike | null = null
  #state: SocketState = 'closed'
  #stopped = true
  #attempt = 0
  #nextId = 1
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined
  #lastMessageAt = 0
  /** When a message was requested that has not come yet. */
  #askedAt: number | null = null

  constructor(options: SocketClientOptions) {
    this.#options = options
  }

  get state(): SocketState {
    return this.#state
  }

  /** UTC milliseconds. */
  get lastMessageAt(): number {
    return this.#lastMessageAt
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#reconnectTimer)
    this.#drop()
    this.#setState('closed')
  }

  /** Reconnects, so that the server sees the current login. */
  restart(): void {
    this.stop()
    this.#attempt = 0
    this.start()
  }

  subscribe(topic: string, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set()
    listeners.add(listener)
    if (!this.#topics.has(topic)) {
      this.#topics.set(topic, listeners)
      this.#send({ type: 'subscribe', topic })
    }
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      this.#topics.delete(topic)
      this.#send({ type: 'unsubscribe', topic })
    }
  }

  /** @throws {Error} with the server's text, 'Unable to connect to server', or after `timeoutMs` without an answer. */
  request(channel: number, name: string, payload: unknown, timeoutMs = 8000): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      if (!this.#send({ type: 'request', id, channel, name, payload })) {
        reject(new Error('Unable to connect to server'))
        return
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new RequestTimeout(`No answer to ${name} within ${timeoutMs / 1000} s`))
      }, timeoutMs)
      this.#waiting.set(id, { resolve, reject, timer })
    })
  }

  #connect(): void {
    this.#setState('connecting')
    let socket: SocketLike
    try {
      socket = this.#options.open()
    } catch {
      this.#retry()
      return
    }
    this.#socket = socket
    // A dropped socket may still emit events; only those of the current one count.
    const ifCurrent =
      <E extends Event>(handle: (event: E) => void) =>
      (event: E): void => {
        if (this.#socket === socket) handle(event)
      }
    socket.addEventListener(
      'open',
      ifCurrent(() => this.#opened()),
    )
    socket.addEventListener(
      'message',
      ifCurrent<MessageEvent>(({ data }) => this.#receive(data)),
    )
    socket.addEventListener(
      'close',
      ifCurrent(() => {
        this.#drop()
        if (!this.#stopped) this.#retry()
      }),
    )
  }

  #opened(): void {
    this.#attempt = 0
    this.#lastMessageAt = Date.now()
    this.#setState('open')
    for (const topic of this.#topics.keys()) this.#send({ type: 'subscribe', topic })
    this.#askedAt = null
    this.#pingTimer = setInterval(() => this.#checkPulse(), PULSE_MS)
  }

  /** Judges by its own requests: the timers of a hidden page run late, and no message may be due meanwhile. */
  #checkPulse(): void {
    const now = Date.now()
    if (this.#askedAt === null) {
      if (now - this.#lastMessageAt < PULSE_MS) return
      this.#askedAt = now
      this.#send({ type: 'ping' })
    } else if (now - this.#askedAt > MAX_SILENCE_MS) {
      this.#drop()
      this.#retry()
    } else if (now - this.#askedAt >= MAX_ANSWER_MS) this.#setState('silent')
  }

  #retry(): void {
    this.#setState('connecting')
    const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempt)
    this.#attempt += 1
    clearTimeout(this.#reconnectTimer)
    const random = this.#options.random ?? Math.random
    this.#reconnectTimer = setTimeout(() => this.#connect(), delay * (0.75 + random() / 2))
  }

  #drop(): void {
    clearInterval(this.#pingTimer)
    const socket = this.#socket
    this.#socket = null
    if (socket !== null) {
      // Closing a socket while it connects logs an error in the browser; so it is closed once it is open.
      if (socket.readyState === OPEN) socket.close()
      else socket.addEventListener('open', () => socket.close())
    }
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new ConnectionLost('The connection to the server was lost'))
    }
    this.#waiting.clear()
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket === null || this.#socket.readyState !== OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #receive(data: unknown): void {
    this.#lastMessageAt = Date.now()
    this.#askedAt = null
    let parsed: ReturnType<typeof serverMessage.safeParse>
    try {
      parsed = serverMessage.safeParse(JSON.parse(String(data)))
    } catch {
      return
    }
    if (this.#state === 'silent') this.#setState('open')
    if (!parsed.success) return
    const message = parsed.data
    if (message.type === 'event') {
      for (const listener of this.#topics.get(message.topic) ?? []) listener(message.payload)
    } else if (message.type === 'reply') {
      const waiting = this.#waiting.get(message.id)
      if (waiting === undefined) return
      this.#waiting.delete(message.id)
      clearTimeout(waiting.timer)
      if (message.ok) waiting.resolve(message.data)
      else waiting.reject(new Error(message.error ?? 'There has been an error. Please try again.'))
    }
  }

  #setState(state: SocketState): void {
    if (this.#state === state) return
    this.#state = state
    for (const listener of this.#stateListeners) listener()
  }
}
