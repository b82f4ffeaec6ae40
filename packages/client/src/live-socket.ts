import type { ServerEvent, ServerMessage, SubscribedTopic } from '@tradeloom/contracts'

type Listener = (event: ServerEvent) => void

/** The key was deleted, or the package has no place for the socket: connecting again would not help. */
const FINAL_CODES = new Set([4001, 4429])
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** The server takes 20 messages a second. */
const PACE_MS = 60

/** One socket for all topics. It connects and subscribes again until it is closed. */
export class LiveSocket {
  /** Settles when the socket has ended: with the reason if the server does not want it any more. */
  readonly ended: Promise<string | null>
  readonly #url: string
  readonly #key: string
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #end = Promise.withResolvers<string | null>()
  #queue: object[] = []
  #socket: WebSocket | null = null
  #pacing: ReturnType<typeof setInterval> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #wait = FIRST_WAIT_MS

  constructor(url: string, key: string) {
    this.#url = `${url.replace(/^http/, 'ws')}/socket`
    this.#key = key
    this.ended = this.#end.promise
    this.#connect()
  }

  /** The newest state comes first, then each change, also after a lost connection. Returns how to stop. */
  subscribe(topic: SubscribedTopic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    this.#send({ type: 'subscribe', topic })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#listeners.get(topic) !== listeners) return
      this.#listeners.delete(topic)
      this.#send({ type: 'unsubscribe', topic })
    }
  }

  close(): void {
    this.#finish(null)
  }

  #connect(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    // After a lost connection everything is subscribed again.
    this.#queue = [...this.#listeners.keys()].map((topic) => ({ type: 'subscribe', topic }))
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', key: this.#key }))
      this.#pacing = setInterval(() => this.#sendNext(), PACE_MS)
    })
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as ServerMessage))
    socket.addEventListener('close', ({ code, reason }) => {
      clearInterval(this.#pacing)
      if (this.#socket !== socket) return
      if (FINAL_CODES.has(code)) return this.#finish(reason)
      this.#again = setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS)
    })
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'authenticated') this.#wait = FIRST_WAIT_MS
    if (message.type !== 'event') return
    for (const listener of this.#listeners.get(message.topic) ?? []) listener(message.payload)
  }

  #send(message: object): void {
    if (this.#socket !== null) this.#queue.push(message)
  }

  #sendNext(): void {
    const next = this.#queue.shift()
    if (next !== undefined && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(next))
  }

  #finish(reason: string | null): void {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#again)
    clearInterval(this.#pacing)
    socket?.close()
    this.#end.resolve(reason)
  }
}
