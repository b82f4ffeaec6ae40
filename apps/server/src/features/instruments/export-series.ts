import { endProblem, UserError } from '@tradeloom/domain'
import { type ExportedRows, exportRows, type SeriesKey } from '@tradeloom/market-data'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import { type LoggedTicks, loggedTicks } from './logged-ticks.ts'
import type { MarketService } from './market.service.ts'

interface ExportQuery extends SeriesKey {
  readonly instrumentId: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** A series as a user sees it, as lines of CSV; ticks with those that came live after what is stored. */
export async function exportSeries(market: MarketService, query: ExportQuery, userId: string): Promise<ExportedRows> {
  const { interval, price, start, end } = query
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start)
  const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end)
  refuseInput(endProblem(from, to), 'end')
  const isTick = interval === 'Tick' && price === 'quote'
  const logged = isTick ? await loggedTicks(market, { id: query.instrumentId, from, to }, userId) : null
  const found = logged ? logged.found : await market.find(query.instrumentId, userId)
  const isStored = found?.series.some((one) => one.interval === interval && one.price === price) === true
  if (logged && !isStored) return onlyLogged(logged)
  if (!found) throw notFound('Instrument')
  try {
    const wanted = { instrumentId: found.id, key: { interval, price }, from, to }
    const { fileName, lines } = await exportRows(market.store.forOwner(userId), wanted)
    return { fileName, lines: logged ? joined(lines, logged) : lines }
  } catch (error) {
    throw error instanceof UserError ? invalid(error.message, 'interval') : error
  }
}

async function onlyLogged(logged: LoggedTicks): Promise<ExportedRows> {
  const { instrumentId } = logged
  const lines = linesOf(logged)
  const first = await lines.next()
  if (first.done === true) throw invalid(`There is no such data for ${instrumentId}`, 'interval')
  async function* all(): AsyncGenerator<string> {
    yield `time,bid,ask\n${first.value}`
    yield* lines
  }
  return { fileName: `${instrumentId.replace(':', '-')}-Tick.csv`, lines: all() }
}

async function* joined(stored: AsyncIterable<string>, logged: LoggedTicks): AsyncGenerator<string> {
  yield* stored
  yield* linesOf(logged)
}

async function* linesOf({ rows }: LoggedTicks): AsyncGenerator<string> {
  for await (const part of rows) {
    const text = part.map(({ time, bid, ask }) => `${new Date(time).toISOString()},${bid},${ask}\n`).join('')
    if (text !== '') yield text
  }
}
