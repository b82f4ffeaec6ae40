import type { VenueClock } from '../../ports/venue-clock.ts'
import type { OpenSocket, VenueSocket } from '../../wire/venue-socket.ts'

export interface StreamConnectionHandlers {
  opened(): void
  /** The venue has taken in the subscription: whatever happens from here on is sent. */
  subscribed(streams: readonly string[]): void
  message(stream: string, data: object): void
  garbage(): void
  /** The subscription exists, although nothing was sent. */
  alive(streams: readonly string[]): void
  /** The venue is about to end the connection. */
  ending(): void
  lost(): void
}

/** Five messages a second are allowed, and answers to pings count. */
const SEND_MS = 250
const BATCH = 200
/** How often the venue is asked what it believes to be subscribed, and how long it may say nothing at all. */
const LIST_MS = 5_000
const SILENCE_MS = 12_000

interface Command {
  readonly method: 'SUBSCRIBE' | 'UNSUBSCRIBE' | 'LIST_SUBSCRIPTIONS'
  readonly params?: readonly string[]
}

/** One connection that carries many streams. */
export class StreamConnection {
  readonly #clock: VenueClock
  readonly #handlers: StreamConnectionHandlers
  readonly #socket: VenueSocket
  /** What was requested of the venue, and what should be. */
  readonly #asked = new Set<string>()
  readonly #wanted = new Set<string>()
  readonly #acknowledged = new Set<string>()
  readonly #commands = new Map<number, Command>()
  #isOpen = false
  #isOver = false
  #nextId = 1
  #sentAt = -Infinity
  #heardAt: number
  #cancelSend: (() => void) | null = null
  #cancelLook = (): void => {}

  constructor(
    url: string,
    { clock, open, handlers }: { clock: VenueClock; open: OpenSocket; handlers: StreamConnectionHandlers },
  ) {
    this.#clock = clock
    this.#handlers = handlers
    this.#heardAt = clock.now()
    this.#socket = open(`${url}/stream`, {
      opened: () => {
        this.#isOpen = true
        this.#heardAt = clock.now()
        handlers.opened()
        this.#sendSoon()
        this.#look()
      },
      message: (text) => this.#take(text),
      lost: () => this.#end(),
    })
  }

  want(stream: string): void {
    this.#wanted.add(stream)
    this.#sendSoon()
  }

  release(stream: string): void {
    this.#wanted.delete(stream)
    this.#acknowledged.delete(stream)
    this.#sendSoon()
  }

  isSubscribed(stream: string): boolean {
    return this.#acknowledged.has(stream)
  }

  close(): void {
    this.#isOver = true
    this.#cancelSend?.()
    this.#cancelLook()
    this.#socket.close()
  }

  #end(): void {
    if (this.#isOver) return
    this.close()
    this.#handlers.lost()
  }

  #look(): void {
    const now = this.#clock.now()
    if (now - this.#heardAt >= SILENCE_MS) return this.#end()
    if (this.#acknowledged.size > 0) this.#send({ method: 'LIST_SUBSCRIPTIONS' })
    this.#cancelLook = this.#clock.at(now + LIST_MS, () => this.#look())
  }

  #sendSoon(): void {
    if (!this.#isOpen || this.#cancelSend || this.#isOver) return
    const command = this.#next()
    if (command === null) return
    const wait = this.#sentAt + SEND_MS - this.#clock.now()
    if (wait > 0) {
      this.#cancelSend = this.#clock.at(this.#sentAt + SEND_MS, () => {
        this.#cancelSend = null
        this.#sendSoon()
      })
      return
    }
    for (const stream of command.params) {
      if (command.method === 'SUBSCRIBE') this.#asked.add(stream)
      else this.#asked.delete(stream)
    }
    this.#send(command)
    this.#sendSoon()
  }

  /** Ended subscriptions first: the venue counts streams. */
  #next(): (Command & { readonly params: readonly string[] }) | null {
    const ended = [...this.#asked].filter((stream) => !this.#wanted.has(stream)).slice(0, BATCH)
    if (ended.length > 0) return { method: 'UNSUBSCRIBE', params: ended }
    const begun = [...this.#wanted].filter((stream) => !this.#asked.has(stream)).slice(0, BATCH)
    return begun.length > 0 ? { method: 'SUBSCRIBE', params: begun } : null
  }

  #send(command: Command): void {
    const id = this.#nextId++
    this.#commands.set(id, command)
    this.#sentAt = this.#clock.now()
    this.#socket.send(JSON.stringify({ ...command, id }))
  }

  #take(text: string): void {
    this.#heardAt = this.#clock.now()
    const message = parse(text)
    if (message === null) return this.#handlers.garbage()
    if (typeof message.stream === 'string' && typeof message.data === 'object' && message.data !== null)
      return this.#handlers.message(message.stream, message.data)
    if (message.e === 'serverShutdown') return this.#handlers.ending()
    if (typeof message.id !== 'number') return this.#handlers.garbage()
    this.#answer(message.id, message.result)
  }

  #answer(id: number, result: unknown): void {
    const command = this.#commands.get(id)
    this.#commands.delete(id)
    if (command?.method === 'SUBSCRIBE') {
      // A refused batch is noticed by its silence.
      if (result !== null) return
      const streams = (command.params ?? []).filter((stream) => this.#wanted.has(stream))
      for (const stream of streams) this.#acknowledged.add(stream)
      this.#handlers.subscribed(streams)
    } else if (command?.method === 'LIST_SUBSCRIPTIONS' && Array.isArray(result)) {
      const listed = new Set(result as readonly unknown[])
      this.#handlers.alive([...this.#acknowledged].filter((stream) => listed.has(stream)))
    }
  }
}

interface Message {
  readonly stream?: unknown
  readonly data?: unknown
  readonly e?: unknown
  readonly id?: unknown
  readonly result?: unknown
}

function parse(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : null
  } catch {
    return null
  }
}
