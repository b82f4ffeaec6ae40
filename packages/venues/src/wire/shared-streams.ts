import type { FeedState } from '@tradeloom/domain'
import type { FeedKind, FeedMessage, FeedSink, Lease } from '../ports/market-feed.ts'
import type { VenueClock } from '../ports/venue-clock.ts'
import { Latest } from './latest.ts'
import { MessageFilter } from './message-filter.ts'
import { Pauses } from './pauses.ts'

export interface StreamHandlers {
  message(message: FeedMessage): void
  /** A message that could not be read. */
  garbage(): void
  /** The connection is gone; a reason that will not pass by itself stops all attempts. */
  lost(isRefused: boolean): void
}

/** One subscription at a venue. Returns how to end it. */
export type Connect = (kind: FeedKind, instrumentId: string, handlers: StreamHandlers) => () => void

export interface StreamLimits {
  /** Without any message for that long, a stream is stale. */
  readonly staleMs: number
  /** Without anything but heartbeats for that long, it is quiet. */
  readonly quietMs: number
}

const FIRST_PAUSE_MS = 1_000

/**
 * Streams of a venue, shared by all who listen: the first one connects, the last one disconnects. Each stream has its own
 * watchdog. A lost or stale one is connected again, after pauses that grow to half a minute.
 */
export class SharedStreams {
  readonly #connect: Connect
  readonly #clock: VenueClock
  readonly #limits: StreamLimits
  readonly #streams = new Map<string, Stream>()

  constructor(connect: Connect, clock: VenueClock, limits: StreamLimits) {
    this.#connect = connect
    this.#clock = clock
    this.#limits = limits
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    const key = `${kind} ${instrumentId}`
    let stream = this.#streams.get(key)
    if (!stream) {
      stream = new Stream((handlers) => this.#connect(kind, instrumentId, handlers), this.#clock, this.#limits)
      this.#streams.set(key, stream)
    }
    const opened = stream
    opened.add(sink)
    return {
      release: () => {
        // First, so that somebody who opens it again when he hears that it is closed gets a new one.
        if (opened.isOnly(sink)) this.#streams.delete(key)
        opened.remove(sink)
      },
    }
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.close()
    this.#streams.clear()
  }
}

class Stream {
  readonly #open: (handlers: StreamHandlers) => () => void
  readonly #clock: VenueClock
  readonly #limits: StreamLimits
  readonly #sinks = new Set<FeedSink>()
  readonly #filter = new MessageFilter()
  readonly #latest = new Latest()
  readonly #pauses: Pauses
  #state: FeedState = 'idle'
  #disconnect: (() => void) | null = null
  #cancelWatch = (): void => {}
  #cancelPause = (): void => {}
  #connectedAt = 0
  #heardAt = 0
  #changedAt = 0
  /** Quotes were missed since the last one. */
  #hasGap = false
  /** Of connections, so that late calls of an earlier one are ignored. */
  #attempt = 0

  constructor(open: (handlers: StreamHandlers) => () => void, clock: VenueClock, limits: StreamLimits) {
    this.#open = open
    this.#clock = clock
    this.#limits = limits
    this.#pauses = new Pauses(clock, FIRST_PAUSE_MS)
  }

  add(sink: FeedSink): void {
    this.#sinks.add(sink)
    if (this.#sinks.size === 1) return this.#start()
    sink.state(this.#state)
    const latest = this.#latest.message()
    if (latest !== null) sink.message(latest)
  }

  isOnly(sink: FeedSink): boolean {
    return this.#sinks.size === 1 && this.#sinks.has(sink)
  }

  remove(sink: FeedSink): void {
    if (this.isOnly(sink)) this.close()
    else this.#sinks.delete(sink)
  }

  close(): void {
    this.#cancelPause()
    this.#end()
    this.#tell('closed')
    this.#sinks.clear()
  }

  #start(): void {
    const attempt = ++this.#attempt
    const isCurrent = (): boolean => attempt === this.#attempt
    const now = this.#clock.now()
    this.#connectedAt = now
    this.#heardAt = now
    this.#changedAt = now
    this.#tell('connecting')
    if (!isCurrent()) return
    const disconnect = this.#open({
      message: (message) => isCurrent() && this.#take(message),
      garbage: () => isCurrent() && this.#drop('not-understood'),
      lost: (isRefused) => isCurrent() && this.#lost(isRefused),
    })
    // It may have been lost, or closed by a listener, while it was opened.
    if (!isCurrent()) return disconnect()
    this.#disconnect = disconnect
    this.#watch()
  }

  #end(): void {
    this.#attempt++
    this.#cancelWatch()
    this.#disconnect?.()
    this.#disconnect = null
  }

  #take(message: FeedMessage): void {
    this.#heardAt = this.#clock.now()
    if (message.kind === 'heartbeat') {
      if (this.#state !== 'live') this.#tell('quiet')
      return this.#pass(message)
    }
    const passed = this.#filter.take(message)
    if (typeof passed === 'string') {
      this.#drop(passed)
      // A book with a hole is worthless until its next snapshot.
      if (passed === 'sequence') this.#lost(false)
      return
    }
    this.#changedAt = this.#heardAt
    this.#tell('live')
    const isAfterGap = this.#hasGap
    this.#hasGap = false
    this.#pass(passed.kind === 'quote' && isAfterGap ? { ...passed, isAfterGap } : passed)
  }

  #pass(message: FeedMessage): void {
    this.#latest.take(message)
    for (const sink of this.#sinks) sink.message(message)
  }

  #drop(reason: Parameters<NonNullable<FeedSink['dropped']>>[0]): void {
    for (const sink of this.#sinks) sink.dropped?.(reason)
  }

  #lost(isRefused: boolean): void {
    this.#end()
    this.#hasGap = true
    if (isRefused) return this.#tell('refused')
    const endsAt = this.#pauses.endAfter(this.#connectedAt)
    this.#tell('backoff')
    this.#cancelPause = this.#clock.at(endsAt, () => this.#start())
  }

  #watch(): void {
    const { staleMs, quietMs } = this.#limits
    const now = this.#clock.now()
    if (now - this.#heardAt >= staleMs) {
      this.#tell('stale')
      return this.#lost(false)
    }
    if (now - this.#changedAt >= quietMs && this.#state === 'live') this.#tell('quiet')
    const next = Math.min(this.#heardAt + staleMs, this.#state === 'live' ? this.#changedAt + quietMs : Infinity)
    this.#cancelWatch = this.#clock.at(next, () => this.#watch())
  }

  #tell(state: FeedState): void {
    if (state === this.#state) return
    this.#state = state
    for (const sink of this.#sinks) sink.state(state)
  }
}
