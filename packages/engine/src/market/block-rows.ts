import { type BarInterval, INTERVALS, isoTime, UserError } from '@tradeloom/domain'

import type { MarketRows } from './market-rows.ts'

const NONE: Float64Array = new Float64Array(0)

/**
 * The rows of a market as they arrive, block by block: only the newest block is kept, so memory does not grow. Blocks are
 * bars or ticks: history in bars may come before live ticks.
 */
export class BlockRows implements MarketRows {
  kind: MarketRows['kind'] = 'tick'
  rowMs = 0
  interval: MarketRows['interval'] = null
  inconsistentRows: readonly number[] = []
  count = 0
  widestSpread = 0
  time = NONE
  bidOpen = NONE
  bidHigh = NONE
  bidLow = NONE
  bidClose = NONE
  askOpen = NONE
  askHigh = NONE
  askLow = NONE
  askClose = NONE
  volume = NONE
  midBefore = NaN
  #last = -Infinity

  /** `interval`: that of the bars to come, if it is stated. */
  constructor(interval: BarInterval | null) {
    if (interval === null) return
    this.kind = 'bar'
    this.interval = interval
    this.rowMs = INTERVALS[interval].ms
  }

  /** Throws UserError for a block that does not follow the previous one. */
  replace(block: MarketRows): void {
    const [start] = block.time
    if (start !== undefined && (start < this.#last || (block.kind === 'bar' && start === this.#last))) {
      throw new UserError('run-input', `The prices go back in time at ${isoTime(start)}`)
    }
    this.#last = block.time[block.count - 1] ?? this.#last
    const last = this.count - 1
    if (last >= 0) this.midBefore = ((this.bidClose[last] as number) + (this.askClose[last] as number)) / 2
    Object.assign(this, {
      kind: block.kind,
      rowMs: block.rowMs,
      interval: block.interval,
      inconsistentRows: block.inconsistentRows,
      count: block.count,
      widestSpread: block.widestSpread,
      time: block.time,
      bidOpen: block.bidOpen,
      bidHigh: block.bidHigh,
      bidLow: block.bidLow,
      bidClose: block.bidClose,
      askOpen: block.askOpen,
      askHigh: block.askHigh,
      askLow: block.askLow,
      askClose: block.askClose,
      volume: block.volume,
    })
  }
}
