/** A row of the tick log. Times are UTC milliseconds; the sequence counts rows of an instrument from 0. */
export interface TickRow {
  readonly sequence: number
  readonly time: number
  readonly receivedAt: number
  readonly bid: number
  readonly ask: number
  /** See `TICK_FLAGS`. */
  readonly flags: number
}

export const TICK_FLAGS = { heartbeat: 1, gap: 2, spike: 4, closed: 8 } as const

/** Live prices as they were logged. */
export interface TickSource {
  /** The newest price; null if there was none yet. */
  last(instrumentId: string): Promise<TickRow | null>
  /** When the stream last said anything, be it a heartbeat, UTC milliseconds; null if it never did. */
  heardAt(instrumentId: string): Promise<number | null>
  /** Rows from a sequence on, oldest first, at most `max`, with heartbeats. */
  read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]>
}
