import type { FillPage, VenueFill } from '../../ports/order-gateway.ts'
import type { OrderParams } from './order-request.ts'

/** A trade as the venue lists it. */
export interface ListedTrade {
  readonly id: number
  readonly fill: VenueFill
}

const PAGE = 1_000
/** The longest time that one request for trades may span. */
const DAY_MS = 86_400_000

/** The trades of an account, page by page. `read`: a page from an id or a time on, otherwise the newest; in any order. */
export class TradeHistory {
  readonly #read: (params: OrderParams) => Promise<readonly ListedTrade[]>

  constructor(read: (params: OrderParams) => Promise<readonly ListedTrade[]>) {
    this.#read = read
  }

  async *from(symbol: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    if (cursor === null) {
      const newest = await this.#trades({ symbol })
      const [oldest] = newest
      if (!oldest) return
      // Whoever has traded for years has a history of many pages, and nobody waits for that.
      if (newest.length < PAGE || oldest.fill.time < since) return yield pageOf(newest, since)
    }
    let from = cursor ?? '0'
    for (;;) {
      const trades = await this.#trades({ symbol, fromId: from })
      if (trades.length === 0) return
      const page = pageOf(trades, cursor === null ? since : 0)
      from = page.cursor
      yield page
      if (trades.length < PAGE) return
    }
  }

  async of(symbol: string, orderId: string): Promise<readonly VenueFill[]> {
    const newest = await this.#trades({ symbol, orderId })
    if (newest.length < PAGE) return newest.map(({ fill }) => fill)
    const fills: VenueFill[] = []
    for (let fromId = '0'; ;) {
      const trades = await this.#trades({ symbol, orderId, fromId })
      fills.push(...trades.map(({ fill }) => fill))
      if (trades.length < PAGE) return fills
      fromId = pageOf(trades, 0).cursor
    }
  }

  async *since(symbol: string, since: number, now: () => number): AsyncIterable<readonly VenueFill[]> {
    for (let from = since; from <= now();) {
      const until = from + DAY_MS - 1
      const trades = await this.#trades({ symbol, startTime: `${from}`, endTime: `${until}` })
      yield trades.map(({ fill }) => fill)
      const last = trades.at(-1)?.fill.time ?? until
      // A full page may end among trades of one moment.
      from = trades.length < PAGE ? until + 1 : Math.max(last, from + 1)
    }
  }

  /** Oldest first: their numbers need not rise. */
  async #trades(params: OrderParams): Promise<readonly ListedTrade[]> {
    const trades = await this.#read({ ...params, limit: `${PAGE}` })
    return trades.toSorted((a, b) => a.fill.time - b.fill.time || a.id - b.id)
  }
}

function pageOf(trades: readonly ListedTrade[], since: number): FillPage {
  const fills = trades.map(({ fill }) => fill).filter(({ time }) => time >= since)
  return { fills, cursor: `${Math.max(-1, ...trades.map(({ id }) => id)) + 1}` }
}
