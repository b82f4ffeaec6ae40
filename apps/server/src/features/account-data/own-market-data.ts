import { exportRows, type MarketStore, type SeriesSummary } from '@tradeloom/market-data'

interface MarketFile {
  readonly name: string
  readonly lines: AsyncIterable<string>
}

/** The prices that a user has imported, one file a series, as the importer reads them; damaged months are left out. */
export async function* ownMarketData(store: MarketStore, userId: string): AsyncGenerator<MarketFile> {
  const view = store.forOwner(userId)
  for (const { id, series } of await view.ownInstruments()) {
    for (const one of series) {
      const months = one.months.filter(({ isPrivate, month }) => isPrivate && !one.damaged.includes(month))
      const [first] = months
      if (first === undefined) continue
      const { fileName } = await rowsOfMonth(view, id, one, first.month)
      yield { name: `market-data/${fileName}`, lines: linesOf(view, id, one, months) }
    }
  }
}

type View = Parameters<typeof exportRows>[0]

async function* linesOf(
  view: View,
  id: string,
  series: SeriesSummary,
  months: SeriesSummary['months'],
): AsyncGenerator<string> {
  let hasHeader = false
  for (const { month } of months) {
    const { lines } = await rowsOfMonth(view, id, series, month)
    let isHeader = true
    for await (const line of lines) {
      // Each month begins with it.
      if (!isHeader || !hasHeader) yield line
      isHeader = false
    }
    hasHeader = true
  }
}

function rowsOfMonth(view: View, instrumentId: string, { interval, price }: SeriesSummary, month: string) {
  const from = Date.parse(`${month}-01T00:00:00Z`)
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 1)
  return exportRows(view, { instrumentId, key: { interval, price }, from, to: to.getTime() })
}
