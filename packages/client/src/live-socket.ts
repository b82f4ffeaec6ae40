import { CHANNELS } from './api.generated.ts'
import type { Channel, RequestAnswer, RequestBody, RequestKind, RequestOptions } from './requests.ts'
import type { Topic, TopicEvent } from './topics.ts'
import { WaitingRequests } from './waiting-requests.ts'

interface Subscriber {
  readonly listener: (event: TopicEvent) => void
  readonly refused: (reason: string) => void
}

/** A message that waits for its turn; of a request, its number. */
interface Outgoing {
  readonly text: string
  readonly id?: number
}

type Incoming =
  | { type: 'event'; topic: string; payload: TopicEvent }
  | { type: 'reply'; id: number; ok: boolean; data: unknown; error?: string }
  | { type: 'error'; topic?: string; message: string }
  | { type: 'pong' }
  | { type: 'authenticated' }

/** The key was deleted, or the package has no place for the socket: connecting again would not help. */
const FINAL_CODES = new Set([4001, 4429])
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** The server takes 20 messages a second. */
const PACE_MS = 60
const PING_MS = 20_000
/** A connection without messages for this long, pongs included, is dead although nobody closed it. */
const MAX_SILENCE_MS = 50_000

/** One socket for all topics and requests. It connects and subscribes again until it is closed. */
export class LiveSocket {
  /** Settles when the socket has ended: with the reason if the server does not want it any more. */
  readonly ended: Promise<string | null>
  readonly #url: string
  readonly #key: string
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #requests = new WaitingRequests()
  readonly #end: (reason: string | null) => void
  #hasEnded = false
  #queue: Outgoing[] = []
  #socket: WebSocket | null = null
  #isReady = false
  /** When the next message may be sent. */
  #turn = 0
  #heard = 0
  #pacing: ReturnType<typeof setTimeout> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #wait = FIRST_WAIT_MS

  constructor(url: string, key: string) {
    this.#url = `${url.replace(/^http/, 'ws')}/socket`
    this.#key = key
    const { promise, resolve } = Promise.withResolvers<string | null>()
    this.ended = promise
    this.#end = resolve
    this.#connect()
  }

  /**
   * The newest state comes first, then each change, also after a lost connection. `refused` is called with the reason if
   * the server has no such topic for this key. Returns how to stop.
   */
  subscribe<Name extends Topic>(
    topic: Name,
    listener: (event: TopicEvent<Name>) => void,
    refused: (reason: string) => void = () => {},
  ): () => void {
    const subscribers = this.#subscribers.get(topic) ?? new Set()
    const subscriber: Subscriber = { listener: listener as Subscriber['listener'], refused }
    this.#subscribers.set(topic, subscribers.add(subscriber))
    this.#send({ text: JSON.stringify({ type: 'subscribe', topic }) })
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size > 0 || this.#subscribers.get(topic) !== subscribers) return
      this.#subscribers.delete(topic)
      this.#send({ text: JSON.stringify({ type: 'unsubscribe', topic }) })
    }
  }

  /**
   * Asks the server for something, or to do something. It waits for the connection, is sent once, and never again: an
   * order whose answer is lost may stand at the broker, and only the same `key` makes it safe to send it anew. Rejects with
   * `SocketRequestError`, whose `outcome` says whether the request was sent, or with the reason of the signal.
   */
  request<On extends Channel, Kind extends RequestKind<On>>(
    channel: On,
    kind: Kind,
    body: RequestBody<On, Kind>,
    options: RequestOptions = {},
  ): Promise<RequestAnswer<On, Kind>> {
    const message = { type: 'request', channel: CHANNELS[channel], name: kind, payload: body }
    const answer = this.#requests.add((id) => this.#send({ id, text: JSON.stringify({ ...message, id }) }), options)
    if (this.#hasEnded) this.#requests.failAll('The socket has ended')
    return answer as Promise<RequestAnswer<On, Kind>>
  }

  close(): void {
    this.#finish(null)
  }

  #connect(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    this.#heard = Date.now()
    // A socket that was dropped may still say something.
    const ifCurrent = (act: () => void): void => {
      if (this.#socket === socket) act()
    }
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'authenticate', key: this.#key })))
    socket.addEventListener('message', ({ data }) =>
      ifCurrent(() => this.#receive(JSON.parse(String(data)) as Incoming)),
    )
    socket.addEventListener('close', ({ code, reason }) =>
      ifCurrent(() => (FINAL_CODES.has(code) ? this.#finish(reason) : this.#reconnect())),
    )
    this.#pinging = setInterval(() => {
      if (Date.now() - this.#heard > MAX_SILENCE_MS) this.#reconnect()
      else this.#send({ text: '{"type":"ping"}' })
    }, PING_MS)
  }

  #reconnect(): void {
    this.#drop()
    this.#requests.failSent('The connection was lost')
    this.#again = setTimeout(() => this.#connect(), this.#wait)
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS)
  }

  #receive(message: Incoming): void {
    this.#heard = Date.now()
    switch (message.type) {
      case 'authenticated':
        return this.#ready()
      case 'reply': {
        const { id, ok, data, error = 'The server refused the request' } = message
        return ok ? this.#requests.answer(id, data) : this.#requests.refuse(id, error)
      }
      case 'event':
        return this.#subscribersOf(message.topic).forEach(({ listener }) => listener(message.payload))
      case 'error':
        return this.#subscribersOf(message.topic).forEach(({ refused }) => refused(message.message))
      case 'pong':
    }
  }

  #subscribersOf(topic = ''): Subscriber[] {
    return [...(this.#subscribers.get(topic) ?? [])]
  }

  /** After a lost connection everything is subscribed again, and requests that were not sent are. */
  #ready(): void {
    this.#wait = FIRST_WAIT_MS
    this.#isReady = true
    const topics = [...this.#subscribers.keys()].map((topic) => ({
      text: JSON.stringify({ type: 'subscribe', topic }),
    }))
    this.#queue = [...topics, ...this.#queue.filter(({ id }) => id !== undefined)]
    this.#sendNext()
  }

  #send(outgoing: Outgoing): void {
    // Without a connection, topics need no message: all are subscribed when there is one.
    if (!this.#isReady && outgoing.id === undefined) return
    this.#queue.push(outgoing)
    this.#sendNext()
  }

  #sendNext(): void {
    clearTimeout(this.#pacing)
    while (this.#isReady && this.#queue.length > 0) {
      const early = this.#turn - Date.now()
      if (early > 0) {
        this.#pacing = setTimeout(() => this.#sendNext(), early)
        return
      }
      const next = this.#queue.shift()
      if (next === undefined || (next.id !== undefined && !this.#requests.markSent(next.id))) continue
      this.#socket?.send(next.text)
      this.#turn = Date.now() + PACE_MS
    }
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#isReady = false
    clearTimeout(this.#again)
    clearTimeout(this.#pacing)
    clearInterval(this.#pinging)
    socket?.close()
  }

  #finish(reason: string | null): void {
    this.#hasEnded = true
    this.#drop()
    this.#requests.failAll(reason ?? 'The socket was closed')
    this.#end(reason)
  }
}
