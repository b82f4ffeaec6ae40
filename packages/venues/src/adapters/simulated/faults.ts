import { hash } from '@tradeloom/simulation'
import type { FeedMessage } from '../../ports/market-feed.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import type { Connect, StreamHandlers } from '../../wire/shared-streams.ts'

/** Something that goes wrong, at the n-th message of a stream's connections, or with a probability. */
export interface Fault {
  readonly when: { readonly message: number } | { readonly probability: number }
  readonly do: 'drop' | 'duplicate' | 'swap' | 'delay' | 'stall' | 'close' | 'garbage' | 'refuse'
  /** Of a delay; 500 if omitted. */
  readonly ms?: number
}

/** A connection on which things go wrong as planned: the same each time. */
export function withFaults(connect: Connect, faults: readonly Fault[], clock: VenueClock): Connect {
  if (faults.length === 0) return connect
  const counts = new Map<string, number>()
  return (kind, instrumentId, handlers) => {
    const key = `${kind} ${instrumentId}`
    let isStalled = false
    let held: FeedMessage | null = null
    const act = (message: FeedMessage, count: number): void => {
      const fault = faults.find(({ when }) =>
        'message' in when ? when.message === count : hash(count, key.length, 17) / 4_294_967_296 < when.probability,
      )
      if (fault === undefined) return pass(handlers, message)
      if (fault.do === 'stall') isStalled = true
      else if (fault.do === 'swap') held = message
      else perform(fault, message, handlers, clock)
    }
    return connect(kind, instrumentId, {
      ...handlers,
      message: (message) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        if (isStalled) return
        const before = held
        held = null
        act(message, count)
        if (before) pass(handlers, before)
      },
    })
  }
}

function perform(fault: Fault, message: FeedMessage, handlers: StreamHandlers, clock: VenueClock): void {
  switch (fault.do) {
    case 'duplicate':
      pass(handlers, message)
      return pass(handlers, message)
    case 'delay':
      return void clock.at(clock.now() + (fault.ms ?? 500), () => pass(handlers, message))
    case 'close':
      return handlers.lost(false)
    case 'refuse':
      return handlers.lost(true)
    case 'garbage':
      return handlers.garbage()
    default:
  }
}

function pass(handlers: StreamHandlers, message: FeedMessage): void {
  handlers.message(message)
}
