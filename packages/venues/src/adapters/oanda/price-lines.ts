import type { VenueClock } from '../../ports/venue-clock.ts'
import { PacedSocket } from '../../wire/paced-socket.ts'
import { Pauses } from '../../wire/pauses.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { RECONNECT_MS } from './oanda-limits.ts'
import { type Fields, fieldsOf } from './read-fields.ts'

/** Heartbeats come each 5 seconds. */
const PACE = { sendMs: 0, lookMs: 2_500, silenceMs: 10_000 }

export interface PriceListener {
  price(price: Fields): void
  heartbeat(heartbeat: Fields): void
  garbage(): void
  lost(): void
}

export interface PriceLinesOptions {
  readonly clock: VenueClock
  readonly open: OpenSocket
  /** Of a connection that carries these instruments, in the venue's names. */
  readonly urlOf: (names: readonly string[]) => string
}

interface Connection {
  readonly names: ReadonlySet<string>
  readonly socket: PacedSocket
}

/** The prices of all instruments that somebody wants, on one connection. Another one that has all of them replaces it when more are wanted. */
export class PriceLines {
  readonly #options: PriceLinesOptions
  readonly #listeners = new Map<string, Set<PriceListener>>()
  readonly #pauses: Pauses
  #current: Connection | null = null
  /** Opened already, and not heard yet. */
  #next: Connection | null = null
  #openedAt = -Infinity
  #notBefore = -Infinity
  #cancelOpen: (() => void) | null = null

  constructor(options: PriceLinesOptions) {
    this.#options = options
    this.#pauses = new Pauses(options.clock, RECONNECT_MS)
  }

  /** Returns how to leave. */
  join(name: string, listener: PriceListener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    this.#openLater()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    this.#cancelOpen?.()
    this.#cancelOpen = null
    for (const one of [this.#current, this.#next]) one?.socket.close()
    this.#current = null
    this.#next = null
  }

  #openLater(): void {
    const newest = this.#next ?? this.#current
    const isCovered = newest !== null && [...this.#listeners.keys()].every((name) => newest.names.has(name))
    if (isCovered || this.#cancelOpen) return
    const { clock } = this.#options
    const at = Math.max(clock.now(), this.#notBefore, this.#openedAt + RECONNECT_MS)
    this.#cancelOpen = clock.at(at, () => {
      this.#cancelOpen = null
      if (this.#listeners.size > 0) this.#open()
    })
  }

  #open(): void {
    const { clock, open, urlOf } = this.#options
    const names = [...this.#listeners.keys()]
    this.#openedAt = clock.now()
    this.#next?.socket.close()
    const connection: Connection = {
      names: new Set(names),
      socket: new PacedSocket(urlOf(names), {
        clock,
        open,
        pace: PACE,
        handlers: {
          message: (text) => this.#take(connection, text),
          next: () => null,
          look: () => null,
          lost: () => this.#lost(connection),
        },
      }),
    }
    this.#next = connection
  }

  #take(connection: Connection, text: string): void {
    if (connection === this.#next) {
      this.#current?.socket.close()
      this.#current = connection
      this.#next = null
    }
    const message = parse(text)
    if (message === null) return this.#tell((one) => one.garbage())
    if (message['type'] === 'HEARTBEAT') return this.#tell((one) => one.heartbeat(message), connection.names)
    // Whatever else the venue says beside prices is not for here.
    if (message['type'] === 'PRICE') this.#tell((one) => one.price(message), new Set([String(message['instrument'])]))
  }

  #lost(connection: Connection): void {
    this.#notBefore = this.#pauses.endAfter(this.#openedAt)
    if (connection === this.#next) {
      this.#next = null
      if (this.#current) return this.#openLater()
    } else this.#current = null
    this.#tell((one) => one.lost(), connection.names)
  }

  #tell(tell: (listener: PriceListener) => void, names?: ReadonlySet<string>): void {
    // Some may leave while they are told.
    const told = [...this.#listeners].filter(([name]) => names?.has(name) ?? true)
    for (const listener of told.flatMap(([, listeners]) => [...listeners])) tell(listener)
  }
}

function parse(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}
