import { endProblem, UserError } from '@tradeloom/domain'
import { type ExportedRows, exportRows, type SeriesKey } from '@tradeloom/market-data'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import type { MarketService } from './market.service.ts'

interface ExportQuery extends SeriesKey {
  readonly instrumentId: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** A series as a user sees it, as lines of CSV. */
export async function exportSeries(market: MarketService, query: ExportQuery, userId: string): Promise<ExportedRows> {
  const { instrumentId, interval, price, start, end } = query
  const found = await market.find(instrumentId, userId)
  if (!found) throw notFound('Instrument')
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start)
  const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end)
  refuseInput(endProblem(from, to), 'end')
  try {
    return await exportRows(market.store.forOwner(userId), {
      instrumentId: found.id,
      key: { interval, price },
      from,
      to,
    })
  } catch (error) {
    throw error instanceof UserError ? invalid(error.message, 'interval') : error
  }
}
