import type { TopicEvent } from '@tradeloom/contracts'

type Trade = Extract<TopicEvent, { readonly event: 'trades' }>['data'][number]

/** More are cut to `TRIMMED`. */
const MOST = 150
const TRIMMED = 100

export interface TapeTrade extends Trade {
  /** Of the price, from that of the trade before. */
  readonly direction: 'up' | 'down'
}

/** A trade, or a place where some are missing. */
export type TapeEntry = TapeTrade | 'missing'

/** Trades that have come and are not shown yet. */
export class TradeTape {
  #waiting: TapeEntry[] = []
  #count = 0
  #last: TapeTrade | null = null
  /** Of the newest trades, oldest first: the last ones come again after a pause. */
  #known: readonly string[] = []
  #mayMiss = false
  #isCut = false

  /** How many trades have come since the last `take`. */
  get count(): number {
    return this.#count
  }

  /** Oldest first. Those that are known are not added again. */
  add(trades: readonly Trade[]): void {
    const fresh = trades.filter(({ id }) => !this.#known.includes(id))
    // What follows on a known one leaves no hole.
    if (this.#mayMiss && fresh.length === trades.length && this.#last !== null) {
      this.#last = null
      this.#waiting.push('missing')
    }
    if (trades.length > 0) this.#mayMiss = false
    for (const trade of fresh) {
      this.#last = { ...trade, direction: directionOf(trade, this.#last) }
      this.#waiting.push(this.#last)
    }
    this.#known = [...this.#known, ...fresh.map(({ id }) => id)].slice(-MOST)
    this.#count += fresh.length
    if (this.#waiting.length <= MOST) return
    this.#waiting = this.#waiting.slice(-TRIMMED)
    this.#isCut = true
  }

  /** Trades may have been missed since the last one. */
  miss(): void {
    this.#mayMiss = true
  }

  /** What is new, oldest first. `isCut`: some between them and those before were dropped. */
  take(): { readonly entries: readonly TapeEntry[]; readonly isCut: boolean } {
    const taken = { entries: this.#waiting, isCut: this.#isCut }
    this.#waiting = []
    this.#count = 0
    this.#isCut = false
    return taken
  }
}

/** The same price keeps the direction; of the first trade, it is that of who took it. */
function directionOf({ price, side }: Trade, last: TapeTrade | null): TapeTrade['direction'] {
  if (last === null) return side === 'BUY' ? 'up' : 'down'
  if (price === last.price) return last.direction
  return price > last.price ? 'up' : 'down'
}

/** Rows that are shown: too many are cut. */
export function cutRows(body: HTMLElement): void {
  if (body.childElementCount <= MOST) return
  while (body.childElementCount > TRIMMED) body.lastElementChild?.remove()
}
