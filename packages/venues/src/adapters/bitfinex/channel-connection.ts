import type { VenueClock } from '../../ports/venue-clock.ts'
import { PacedSocket } from '../../wire/paced-socket.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { readJson, type Row, rowOf, wholeOf, Written, writtenOf } from './read-json.ts'

/** What a channel says: `['te', trade]`, `['hb']`, or a list alone. */
export interface ChannelMessage {
  readonly parts: Row
  /** UTC milliseconds at the venue. */
  readonly time: number
}

export interface ConnectionHandlers {
  message(stream: string, message: ChannelMessage): void
  /** The venue does not have it. */
  refused(stream: string): void
  garbage(): void
  /** Once. */
  lost(): void
}

export interface ConnectionOptions {
  readonly url: string
  readonly clock: VenueClock
  readonly open: OpenSocket
  readonly handlers: ConnectionHandlers
}

/** Times of all messages, numbers that tell whether some are missing, and checksums of books. */
const FLAGS = 32_768 + 65_536 + 131_072
const PACE = { sendMs: 0, lookMs: 5_000, silenceMs: 20_000 }
const [RECONNECT, PAUSE, RESUME] = [20_051, 20_060, 20_061]
const SUBSCRIPTION_FAILED = new Set([10_300, 10_302])
/** Times have more digits than numbers of messages. */
const FIRST_TIME = 1e12

interface Channel {
  /** Null until the venue has answered. */
  id: number | null
  isEnding: boolean
}

/** One connection with channels of it, each named `ticker tBTCUSD`. */
export class ChannelConnection {
  readonly #handlers: ConnectionHandlers
  readonly #socket: PacedSocket
  readonly #wanted = new Set<string>()
  readonly #channels = new Map<string, Channel>()
  #isConfigured = false
  #isPaused = false
  #sequence = 0

  constructor({ url, clock, open, handlers }: ConnectionOptions) {
    this.#handlers = handlers
    this.#socket = new PacedSocket(url, {
      clock,
      open,
      pace: PACE,
      handlers: {
        message: (text) => this.#take(text),
        next: () => this.#next(),
        look: () => JSON.stringify({ event: 'ping', cid: 1 }),
        lost: () => handlers.lost(),
      },
    })
  }

  /** With those that it is about to end. */
  get size(): number {
    return new Set([...this.#wanted, ...this.#channels.keys()]).size
  }

  want(stream: string): void {
    this.#wanted.add(stream)
    this.#socket.sendSoon()
  }

  release(stream: string): void {
    this.#wanted.delete(stream)
    this.#socket.sendSoon()
  }

  close(): void {
    this.#socket.close()
  }

  /** Flags first; a channel is requested again only when the venue has said that it was ended. */
  #next(): string | null {
    if (!this.#isConfigured) {
      this.#isConfigured = true
      return JSON.stringify({ event: 'conf', flags: FLAGS })
    }
    if (this.#isPaused) return null
    for (const [stream, channel] of this.#channels) {
      if (channel.id === null || channel.isEnding || this.#wanted.has(stream)) continue
      channel.isEnding = true
      return JSON.stringify({ event: 'unsubscribe', chanId: channel.id })
    }
    for (const stream of this.#wanted) {
      if (this.#channels.has(stream)) continue
      this.#channels.set(stream, { id: null, isEnding: false })
      const [channel, symbol] = stream.split(' ')
      const terms = channel === 'book' ? { prec: 'P0', freq: 'F0', len: '100' } : {}
      return JSON.stringify({ event: 'subscribe', channel, symbol, ...terms })
    }
    return null
  }

  #take(text: string): void {
    try {
      if (text.startsWith('{')) this.#event(JSON.parse(text) as Readonly<Record<string, unknown>>)
      else this.#channelMessage(rowOf(readJson(text)))
    } catch {
      this.#handlers.garbage()
    }
  }

  #event({ event, channel, symbol, chanId, code }: Readonly<Record<string, unknown>>): void {
    const stream = `${String(channel)} ${String(symbol)}`
    switch (event) {
      case 'subscribed': {
        const asked = this.#channels.get(stream)
        if (asked) asked.id = Number(chanId)
        return this.#socket.sendSoon()
      }
      case 'unsubscribed':
        for (const [name, { id }] of this.#channels) if (id === chanId) this.#channels.delete(name)
        return this.#socket.sendSoon()
      case 'error':
        if (!this.#channels.delete(stream)) return
        this.#wanted.delete(stream)
        // What it takes on no connection is refused; what it does not take on this one is tried on another.
        return SUBSCRIPTION_FAILED.has(Number(code)) ? this.#handlers.refused(stream) : this.#end()
      case 'info':
        return this.#heed(Number(code))
      default:
    }
  }

  #heed(code: number): void {
    if (code === PAUSE) this.#isPaused = true
    // After maintenance, all channels start over.
    if (code === RECONNECT || code === RESUME) this.#end()
  }

  #channelMessage([id, ...rest]: Row): void {
    const [number, time] = numbersOf(rest)
    if (number !== this.#sequence + 1) return this.#end()
    this.#sequence = number
    const chanId = wholeOf(id)
    for (const [stream, channel] of this.#channels)
      if (channel.id === chanId && !channel.isEnding) this.#handlers.message(stream, { parts: rest.slice(0, -2), time })
  }

  /** What was missed is not known any more. */
  #end(): void {
    this.#socket.close()
    this.#handlers.lost()
  }
}

/** The number of a message and its time, which are its last two fields. */
function numbersOf(rest: Row): readonly [number: number, time: number] {
  const [a, b] = rest.slice(-2)
  if (!(a instanceof Written) || !(b instanceof Written)) throw new TypeError('A message has no number')
  const [one, other] = [Number(writtenOf(a)), Number(writtenOf(b))]
  return one < FIRST_TIME ? [one, other] : [other, one]
}
