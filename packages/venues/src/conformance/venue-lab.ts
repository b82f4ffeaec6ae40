import type { MarketFeed } from '../ports/market-feed.ts'

/** What a stand-in of a venue can be asked to do wrong. */
export interface LabFault {
  readonly when: { readonly message: number } | { readonly probability: number }
  readonly do: 'drop' | 'duplicate' | 'swap' | 'delay' | 'stall' | 'close' | 'garbage' | 'refuse'
}

export interface RunningLab {
  readonly feed: MarketFeed
  now(): number
  /** Returns once everything up to that time has happened. */
  advanceTo(time: number): Promise<void>
  stop(): Promise<void>
}

/** How the conformance suite gets an adapter that talks to a stand-in: `adapters/<name>/lab.ts` exports `lab`. */
export interface VenueLab {
  /** Trades around the clock. */
  readonly instrumentId: string
  /** Closes at weekends; null if the venue has none. */
  readonly weekendInstrumentId: string | null
  start(options: { readonly now: number; readonly faults: readonly LabFault[] }): RunningLab
}
