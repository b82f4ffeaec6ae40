import { groupLevels } from '@tradeloom/book'
import type { LiveBook } from './live-book.ts'

/** Of each side. */
export const LADDER_DEPTH = 50

type Levels = Pick<LiveBook['levels'], 'top'>

export interface LadderRow {
  readonly price: number
  readonly quantity: number
  /** Of this level and all better ones. */
  readonly total: number
  /** The venue tells no levels beyond: there may be more in this group. */
  readonly isCut: boolean
}

export interface Ladder {
  /** Best first. */
  readonly bids: readonly LadderRow[]
  readonly asks: readonly LadderRow[]
  /** The larger total of both sides: bars are parts of it. */
  readonly most: number
}

interface LadderOptions {
  /** Width of groups in units of the last decimal place of prices; null for none. */
  readonly ticks: number | null
  /** Decimal places of prices. */
  readonly places: number
}

/** The best levels of both sides in groups, each with the total up to it. */
export function ladderRows(levels: Levels, { ticks, places }: LadderOptions): Ladder {
  const side = (name: 'bids' | 'asks'): LadderRow[] => {
    const all = levels.top(name, LADDER_DEPTH)
    const groups = ticks === null ? all : groupLevels(all, { side: name === 'bids' ? 'bid' : 'ask', ticks, places })
    const isCut = ticks !== null && all.length === LADDER_DEPTH
    let total = 0
    return groups.map(({ price, quantity }, rank) => {
      total += quantity
      return { price, quantity, total, isCut: isCut && rank === groups.length - 1 }
    })
  }
  const [bids, asks] = [side('bids'), side('asks')]
  return { bids, asks, most: Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0) }
}
