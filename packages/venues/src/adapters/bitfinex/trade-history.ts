import type { FillPage, VenueFill } from '../../ports/order-gateway.ts'
import type { Body } from './signed-rest.ts'

const PAGE = 2_500

/** A time, and the trades of that time that were told: several may have one. */
interface Place {
  readonly time: number
  readonly told: readonly string[]
}

/** The trades of a wallet, page by page. `read`: at most a page. */
export class TradeHistory {
  readonly #read: (symbol: string, body: Body) => Promise<readonly VenueFill[]>

  constructor(read: (symbol: string, body: Body) => Promise<readonly VenueFill[]>) {
    this.#read = read
  }

  async *from(symbol: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    let place = cursor === null ? { time: since, told: [] } : placeOf(cursor)
    for (;;) {
      const page = await this.#read(symbol, { start: place.time, sort: 1 })
      const { told } = place
      const fills = page
        .filter(({ tradeId }) => !told.includes(tradeId))
        .toSorted((a, b) => a.time - b.time || Number(a.tradeId) - Number(b.tradeId))
      const last = fills.at(-1)
      if (last) {
        const same = fills.filter(({ time }) => time === last.time).map(({ tradeId }) => tradeId)
        place = { time: last.time, told: last.time === place.time ? [...told, ...same] : same }
        yield { fills, cursor: `${place.time} ${place.told.join(' ')}` }
      }
      if (page.length < PAGE) return
      // A whole page of one moment hides what comes after it.
      if (!last || page.every(({ time }) => time === place.time)) place = { time: place.time + 1, told: [] }
    }
  }
}

function placeOf(cursor: string): Place {
  const [time, ...told] = cursor.split(' ')
  return { time: Number(time), told }
}
