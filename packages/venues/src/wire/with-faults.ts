import type { FeedMessage } from '../ports/market-feed.ts'
import type { VenueClock } from '../ports/venue-clock.ts'
import type { Connect, StreamHandlers } from './shared-streams.ts'

/**
 * Something that goes wrong: at the n-th message of a stream, at its first message from a time on (UTC milliseconds), or
 * with a probability. `garbage` replaces messages by unreadable, crossed, negative and outdated ones in turn.
 */
export interface Fault {
  readonly when: { readonly message: number } | { readonly time: number } | { readonly probability: number }
  readonly do: 'drop' | 'duplicate' | 'swap' | 'delay' | 'stall' | 'close' | 'refuse' | 'garbage'
  /** Of a delay; 500 if omitted. */
  readonly ms?: number
}

export interface FaultScript {
  readonly faults: readonly Fault[]
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly clock: VenueClock
}

/** A connection on which things go wrong as planned. Messages are counted over all connections of a stream. */
export function withFaults(connect: Connect, { faults, random, clock }: FaultScript): Connect {
  if (faults.length === 0) return connect
  const counts = new Map<string, number>()
  const past = new Set<string>()
  /** The fault of a message, if there is one. */
  const faultAt = (key: string, count: number): Fault | undefined =>
    faults.find(({ when }, at) => {
      if ('message' in when) return when.message === count
      if ('probability' in when) return random() < when.probability
      if (clock.now() < when.time || past.has(`${at} ${key}`)) return false
      past.add(`${at} ${key}`)
      return true
    })
  return (kind, instrumentId, handlers) => {
    const key = `${kind} ${instrumentId}`
    let isStalled = false
    let held: FeedMessage | null = null
    const message = (message: FeedMessage): void => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (isStalled) return
      const before = held
      held = null
      const fault = faultAt(key, count)
      if (fault?.do === 'stall') isStalled = true
      else if (fault?.do === 'swap') held = message
      else if (fault === undefined) handlers.message(message)
      else perform(fault, message, { handlers, clock, count })
      if (before !== null) handlers.message(before)
    }
    return connect(kind, instrumentId, { ...handlers, message })
  }
}

interface Circumstances {
  readonly handlers: StreamHandlers
  readonly clock: VenueClock
  readonly count: number
}

function perform(fault: Fault, message: FeedMessage, { handlers, clock, count }: Circumstances): void {
  switch (fault.do) {
    case 'duplicate':
      handlers.message(message)
      return handlers.message(message)
    case 'delay':
      return void clock.at(clock.now() + (fault.ms ?? 500), () => handlers.message(message))
    case 'close':
      return handlers.lost(false)
    case 'refuse':
      return handlers.lost(true)
    case 'garbage':
      return spoil(message, handlers, count % 4)
    default:
    // Dropped.
  }
}

function spoil(message: FeedMessage, handlers: StreamHandlers, way: number): void {
  if (message.kind !== 'quote' || way === 0) return handlers.garbage()
  const { time, bid, ask } = message
  const spoiled = [{ bid: ask, ask: bid }, { bid: -bid }, { time: time - 3_600_000 }][way - 1]
  handlers.message({ ...message, ...spoiled })
}
