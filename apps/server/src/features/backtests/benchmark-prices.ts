import type { BarInterval } from '@tradeloom/domain'
import { AppError } from '../../platform/errors/app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'

const DAY = 86_400_000
/** A weekend with holidays on both sides. */
const MAX_GAP = 5 * DAY
const MAX_BARS = 20_000

interface Period {
  readonly start: number
  readonly end: number
}

interface DayPrices {
  readonly first: number
  readonly time: readonly number[]
  readonly price: readonly number[]
}

/** Mid prices of an instrument at the start of a period and at the ends of its days, as the viewer sees them. */
export async function benchmarkPrices(
  market: MarketService,
  viewerId: string | null,
  instrumentId: string,
  { start, end }: Period,
): Promise<DayPrices> {
  const read = async (interval: BarInterval, from: number, to: number) => {
    const query = { instrumentId, interval, start: iso(from), end: iso(to), limit: MAX_BARS }
    return (await market.bars(query, viewerId)).window.rows()
  }
  const [firstDay, lastDay] = [Math.floor(start / DAY) * DAY, Math.floor(end / DAY) * DAY]
  const days = await read('D1', firstDay, Math.ceil(end / DAY) * DAY)
  const first = start === firstDay ? days[0] : (await read('M1', start, Math.min(end, start + MAX_GAP)))[0]
  if (first === undefined || first[0] > start + MAX_GAP) throw await unavailable(market, viewerId, instrumentId)
  const time = days.map(([opened]) => opened + DAY)
  const price = days.map((row) => (row[4] + row[8]) / 2)
  // The bar of an unfinished last day also knows what came after the run.
  if (end !== lastDay && days.at(-1)?.[0] === lastDay) {
    const last = (await read('M1', lastDay, end)).at(-1)
    if (last === undefined) time.pop()
    price.splice(-1, 1, ...(last === undefined ? [] : [(last[4] + last[8]) / 2]))
  }
  return { first: (first[1] + first[5]) / 2, time, price }
}

async function unavailable(market: MarketService, viewerId: string | null, instrumentId: string): Promise<AppError> {
  const [earliest] = await market.available(instrumentId, 'M1', viewerId)
  const since = earliest === undefined ? '' : ` before ${iso(earliest.first).slice(0, 10)}`
  const message = `Price data for ${instrumentId} unavailable${since}`
  return new AppError('invalid-input', 'data-unavailable', message, { fields: { instrumentId: message } })
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
