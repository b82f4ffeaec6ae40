import type { VenueClock } from '../ports/venue-clock.ts'
import { Pauses } from './pauses.ts'
import { StreamConnection, type StreamConnectionHandlers } from './stream-connection.ts'
import type { StreamProtocol } from './stream-protocol.ts'
import { StreamSwitch } from './stream-switch.ts'
import type { OpenSocket } from './venue-socket.ts'

export interface StreamListener {
  /** Whatever happens from here on is sent. */
  subscribed(): void
  message(data: object): void
  garbage(): void
  alive(): void
  lost(): void
}

interface Hub {
  readonly clock: VenueClock
  readonly protocol: StreamProtocol
  readonly open: OpenSocket
}

const FIRST_PAUSE_MS = 500
/** A successor that has not taken over by then does so with what it has. */
const OVERLAP_MS = 60_000

/**
 * All market streams of a venue on one connection. Its successor opens before the venue ends it, and takes over stream by stream
 * without a lost or a doubled message.
 */
export class StreamHub {
  readonly #hub: Hub
  readonly #listeners = new Map<string, Set<StreamListener>>()
  readonly #switches = new Map<string, StreamSwitch>()
  #current: StreamConnection | null = null
  #next: StreamConnection | null = null
  readonly #pauses: Pauses
  #openedAt = 0
  /** No connection is opened before. */
  #notBefore = -Infinity
  #cancelOpen: (() => void) | null = null
  #cancelLife = (): void => {}

  constructor(hub: Hub) {
    this.#hub = hub
    this.#pauses = new Pauses(hub.clock, FIRST_PAUSE_MS)
  }

  /** Listeners of a stream share it. Returns how to leave. */
  join(stream: string, listener: StreamListener): () => void {
    const listeners = this.#listeners.get(stream) ?? new Set()
    this.#listeners.set(stream, listeners)
    listeners.add(listener)
    if (listeners.size === 1) {
      this.#switches.set(
        stream,
        new StreamSwitch(this.#hub.protocol.numbersOf, (data) =>
          each(this.#listeners.get(stream), (one) => one.message(data)),
        ),
      )
      this.#current?.want(stream)
      this.#next?.want(stream)
    } else if (this.#current?.isSubscribed(stream)) listener.subscribed()
    this.#openLater()
    return () => this.#leave(stream, listener)
  }

  close(): void {
    this.#cancelOpen?.()
    this.#cancelOpen = null
    this.#cancelLife()
    this.#current?.close()
    this.#next?.close()
    this.#current = null
    this.#next = null
  }

  #leave(stream: string, listener: StreamListener): void {
    const listeners = this.#listeners.get(stream)
    if (!listeners?.delete(listener) || listeners.size > 0) return
    this.#listeners.delete(stream)
    this.#switches.delete(stream)
    this.#current?.release(stream)
    this.#next?.release(stream)
  }

  #openLater(): void {
    if (this.#current || this.#cancelOpen) return
    const { clock } = this.#hub
    this.#cancelOpen = clock.at(Math.max(clock.now(), this.#notBefore), () => {
      this.#cancelOpen = null
      if (this.#listeners.size > 0) this.#open()
    })
  }

  #open(): void {
    const { clock, protocol } = this.#hub
    this.#openedAt = clock.now()
    const connection: StreamConnection = this.#connect({
      subscribed: (streams) =>
        streams.forEach((stream) => each(this.#listeners.get(stream), (one) => one.subscribed())),
      message: (stream, data) => this.#switches.get(stream)?.current(data),
      ending: () => this.#succeed(),
      lost: () => this.#lost(),
    })
    this.#current = connection
    for (const stream of this.#listeners.keys()) connection.want(stream)
    this.#endLifeAt(clock.now() + protocol.lifeMs)
  }

  #connect(handlers: Omit<StreamConnectionHandlers, 'garbage' | 'alive'>): StreamConnection {
    return new StreamConnection({
      ...this.#hub,
      handlers: {
        ...handlers,
        garbage: () => this.#tellAll((one) => one.garbage()),
        alive: (streams) => streams.forEach((stream) => each(this.#listeners.get(stream), (one) => one.alive())),
      },
    })
  }

  /** Opens the successor of the current connection. */
  #succeed(): void {
    if (this.#next || !this.#current) return
    const { clock } = this.#hub
    const openedAt = clock.now()
    const next: StreamConnection = this.#connect({
      subscribed: () => {},
      message: (stream, data) => {
        if (this.#current === next) return this.#switches.get(stream)?.current(data)
        this.#switches.get(stream)?.next(data)
        if (this.#hasSwitched()) this.#promote(openedAt)
      },
      ending: () => this.#next !== next && this.#succeed(),
      lost: () => {
        if (this.#next === next) this.#next = null
        else this.#lost()
      },
    })
    this.#next = next
    for (const stream of this.#listeners.keys()) next.want(stream)
    clock.at(openedAt + OVERLAP_MS, () => this.#next === next && this.#promote(openedAt))
  }

  #hasSwitched(): boolean {
    return [...this.#switches.values()].every(({ hasSwitched }) => hasSwitched)
  }

  /** Everything that the successor has heard meanwhile follows what was passed on already. */
  #promote(openedAt: number): void {
    this.#current?.close()
    this.#current = this.#next
    this.#next = null
    this.#openedAt = openedAt
    for (const one of this.#switches.values()) one.finish()
    this.#endLifeAt(openedAt + this.#hub.protocol.lifeMs)
  }

  #endLifeAt(time: number): void {
    this.#cancelLife()
    this.#cancelLife = this.#hub.clock.at(time, () => this.#succeed())
  }

  #lost(): void {
    const next = this.#next
    const covers = next !== null && [...this.#listeners.keys()].every((stream) => next.isSubscribed(stream))
    // It had been subscribed to everything before this one was lost, so nothing is missing.
    if (covers) return this.#promote(this.#hub.clock.now())
    next?.close()
    this.#next = null
    this.#current = null
    this.#cancelLife()
    this.#notBefore = this.#pauses.endAfter(this.#openedAt)
    for (const one of this.#switches.values()) one.forget()
    this.#tellAll((one) => one.lost())
    if (this.#listeners.size > 0) this.#openLater()
  }

  #tellAll(tell: (listener: StreamListener) => void): void {
    const all = Array.from(this.#listeners.values())
    for (const listeners of all) each(listeners, tell)
  }
}

function each(listeners: ReadonlySet<StreamListener> | undefined, tell: (listener: StreamListener) => void): void {
  // Some may leave while they are told.
  const all = Array.from(listeners ?? [])
  for (const listener of all) tell(listener)
}
