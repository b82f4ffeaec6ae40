import type { MarketFeed } from '../ports/market-feed.ts'
import type { Fault } from '../wire/with-faults.ts'

export interface RunningLab {
  readonly feed: MarketFeed
  now(): number
  /** Returns once everything up to that time has happened. */
  advanceTo(time: number): Promise<void>
  /** How many subscriptions are open at the stand-in. */
  subscriptions(): number
  stop(): Promise<void>
}

/** How the conformance suite gets an adapter that talks to a stand-in: `adapters/<folder>/lab.ts` exports `labs`. */
export interface VenueLab {
  /** Of the adapter. */
  readonly venueId: string
  /** Trades around the clock. */
  readonly instrumentId: string
  /** Closes at weekends; null if the venue has none. */
  readonly weekendInstrumentId: string | null
  /** Without any message for that long, a stream is stale. */
  readonly staleMs: number
  start(options: {
    readonly now: number
    readonly faults: readonly Fault[]
    readonly seed: number
  }): Promise<RunningLab>
}
