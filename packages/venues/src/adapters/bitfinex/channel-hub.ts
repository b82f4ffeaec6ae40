import type { VenueClock } from '../../ports/venue-clock.ts'
import { Pauses } from '../../wire/pauses.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { CHANNELS_PER_CONNECTION, RECONNECT_MS } from './bitfinex-limits.ts'
import { ChannelConnection, type ChannelMessage } from './channel-connection.ts'

export interface ChannelListener {
  message(message: ChannelMessage): void
  garbage(): void
  lost(isRefused: boolean): void
}

interface Hub {
  readonly url: string
  readonly clock: VenueClock
  readonly open: OpenSocket
}

interface Member {
  /** Null until a connection may be opened for it. */
  connection: ChannelConnection | null
  readonly listeners: Set<ChannelListener>
  /** What a channel has said last counts for whoever joins it later. */
  last: ChannelMessage | null
}

/** A connection without channels is of no use for longer. */
const IDLE_MS = 30_000

/** All channels, on as many connections as they need. */
export class ChannelHub {
  readonly #hub: Hub
  readonly #members = new Map<string, Member>()
  readonly #connections = new Set<ChannelConnection>()
  readonly #pauses: Pauses
  #openedAt = 0
  /** No connection is opened before. */
  #notBefore = -Infinity
  #cancelOpen: (() => void) | null = null

  constructor(hub: Hub) {
    this.#hub = hub
    this.#pauses = new Pauses(hub.clock, RECONNECT_MS)
  }

  /** Listeners of a channel share it. Returns how to leave. */
  join(stream: string, listener: ChannelListener): () => void {
    const member = this.#members.get(stream) ?? { connection: null, listeners: new Set(), last: null }
    this.#members.set(stream, member)
    member.listeners.add(listener)
    const { last } = member
    const { clock } = this.#hub
    if (last) clock.at(clock.now(), () => member.listeners.has(listener) && listener.message(last))
    if (!member.connection) this.#place(stream, member)
    return () => this.#leave(stream, member, listener)
  }

  close(): void {
    this.#cancelOpen?.()
    this.#cancelOpen = null
    for (const connection of this.#connections) connection.close()
    this.#connections.clear()
    this.#members.clear()
  }

  #leave(stream: string, member: Member, listener: ChannelListener): void {
    if (!member.listeners.delete(listener) || member.listeners.size > 0) return
    if (this.#members.get(stream) === member) this.#members.delete(stream)
    const { connection } = member
    connection?.release(stream)
    const { clock } = this.#hub
    clock.at(clock.now() + IDLE_MS, () => {
      if (!connection || connection.size > 0 || !this.#connections.delete(connection)) return
      connection.close()
    })
  }

  #place(stream: string, member: Member): void {
    const free = [...this.#connections].find(({ size }) => size < CHANNELS_PER_CONNECTION)
    if (!free) return this.#openLater()
    member.connection = free
    free.want(stream)
  }

  #openLater(): void {
    if (this.#cancelOpen) return
    const { clock } = this.#hub
    this.#cancelOpen = clock.at(Math.max(clock.now(), this.#notBefore), () => {
      this.#cancelOpen = null
      const waiting = [...this.#members].filter(([, { connection }]) => connection === null)
      if (waiting.length > 0) this.#open()
      for (const [stream, member] of waiting) this.#place(stream, member)
    })
  }

  #open(): void {
    const { clock } = this.#hub
    this.#openedAt = clock.now()
    this.#notBefore = clock.now() + RECONNECT_MS
    const tell = (stream: string, what: (listener: ChannelListener) => void): void => {
      const member = this.#members.get(stream)
      if (member?.connection === connection) each(member, what)
    }
    const connection: ChannelConnection = new ChannelConnection({
      ...this.#hub,
      handlers: {
        message: (stream, message) => {
          const member = this.#members.get(stream)
          if (member?.connection === connection && Array.isArray(message.parts[0])) member.last = message
          tell(stream, (one) => one.message(message))
        },
        refused: (stream) => tell(stream, (one) => one.lost(true)),
        garbage: () => {
          for (const stream of this.#members.keys()) tell(stream, (one) => one.garbage())
        },
        lost: () => this.#lost(connection),
      },
    })
    this.#connections.add(connection)
  }

  #lost(connection: ChannelConnection): void {
    if (!this.#connections.delete(connection)) return
    this.#notBefore = Math.max(this.#notBefore, this.#pauses.endAfter(this.#openedAt))
    const lost = [...this.#members].filter(([, member]) => member.connection === connection)
    for (const [stream, member] of lost) {
      if (this.#members.get(stream) === member) this.#members.delete(stream)
      each(member, (one) => one.lost(false))
    }
  }
}

function each({ listeners }: Member, tell: (listener: ChannelListener) => void): void {
  // Some may leave while they are told.
  const all = Array.from(listeners)
  for (const listener of all) tell(listener)
}
