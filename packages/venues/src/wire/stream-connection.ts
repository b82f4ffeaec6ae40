import type { VenueClock } from '../ports/venue-clock.ts'
import { PacedSocket } from './paced-socket.ts'
import type { StreamMessage, StreamProtocol } from './stream-protocol.ts'
import type { OpenSocket } from './venue-socket.ts'

export interface StreamConnectionHandlers {
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

export interface StreamConnectionOptions {
  readonly clock: VenueClock
  readonly open: OpenSocket
  readonly protocol: StreamProtocol
  readonly handlers: StreamConnectionHandlers
}

type Command = { readonly kind: 'subscribe'; readonly streams: readonly string[] } | { readonly kind: 'other' | 'list' }

/** One connection that carries many streams. */
export class StreamConnection {
  readonly #protocol: StreamProtocol
  readonly #handlers: StreamConnectionHandlers
  readonly #socket: PacedSocket
  /** What was requested of the venue, and what should be. */
  readonly #asked = new Set<string>()
  readonly #wanted = new Set<string>()
  readonly #acknowledged = new Set<string>()
  readonly #commands = new Map<number, Command>()
  #nextId = 1

  constructor({ clock, open, protocol, handlers }: StreamConnectionOptions) {
    this.#protocol = protocol
    this.#handlers = handlers
    this.#socket = new PacedSocket(protocol.url, {
      clock,
      open,
      pace: protocol.pace,
      handlers: {
        message: (text) => this.#take(text),
        next: () => this.#next(),
        look: () => (this.#acknowledged.size > 0 ? protocol.list(this.#number({ kind: 'list' })) : null),
        lost: () => handlers.lost(),
      },
    })
  }

  want(stream: string): void {
    this.#wanted.add(stream)
    this.#socket.sendSoon()
  }

  release(stream: string): void {
    this.#wanted.delete(stream)
    this.#acknowledged.delete(stream)
    this.#socket.sendSoon()
  }

  isSubscribed(stream: string): boolean {
    return this.#acknowledged.has(stream)
  }

  close(): void {
    this.#socket.close()
  }

  /** Ended subscriptions first: the venue counts streams. */
  #next(): string | null {
    const { batch } = this.#protocol
    const ended = [...this.#asked].filter((stream) => !this.#wanted.has(stream)).slice(0, batch)
    for (const stream of ended) this.#asked.delete(stream)
    if (ended.length > 0) return this.#protocol.unsubscribe(this.#number({ kind: 'other' }), ended)
    const begun = [...this.#wanted].filter((stream) => !this.#asked.has(stream)).slice(0, batch)
    for (const stream of begun) this.#asked.add(stream)
    if (begun.length === 0) return null
    return this.#protocol.subscribe(this.#number({ kind: 'subscribe', streams: begun }), begun)
  }

  #number(command: Command): number {
    const id = this.#nextId++
    this.#commands.set(id, command)
    return id
  }

  #take(text: string): void {
    const message = this.#read(text)
    switch (message?.kind) {
      case 'data':
        return this.#handlers.message(message.stream, message.data)
      case 'ending':
        return this.#handlers.ending()
      case 'done':
        return this.#done(message.id, message.streams)
      case 'refused':
        return void this.#commands.delete(message.id)
      default:
        this.#handlers.garbage()
    }
  }

  #read(text: string): StreamMessage | null {
    try {
      return this.#protocol.read(text)
    } catch {
      return null
    }
  }

  #done(id: number, listed: readonly string[]): void {
    const command = this.#commands.get(id)
    this.#commands.delete(id)
    if (command?.kind === 'subscribe') {
      const streams = command.streams.filter((stream) => this.#wanted.has(stream))
      for (const stream of streams) this.#acknowledged.add(stream)
      this.#handlers.subscribed(streams)
    } else if (command?.kind === 'list') {
      this.#handlers.alive(listed.filter((stream) => this.#acknowledged.has(stream)))
    }
  }
}
