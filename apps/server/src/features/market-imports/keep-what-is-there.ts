import { BAR_COLUMNS, type MarketColumns } from '@tradeloom/domain'
import { ImportError, type MarketStore } from '@tradeloom/market-data'

type Batch = Parameters<MarketStore['put']>[0]

/**
 * The store for somebody who may add market data but not change it: everybody's backtests stand on what is there.
 * A batch that brings other values for times that are kept already is refused before anything is written.
 */
export function keepingStore(store: MarketStore): MarketStore {
  return {
    ...store,
    put: async (batch, options) => {
      if (await changesSomething(store, batch)) {
        const { id } = batch.instrument
        throw new ImportError(
          `This would replace data of ${id} that is there already; only the administrator may do that`,
        )
      }
      return store.put(batch, options)
    },
  }
}

async function changesSomething(store: MarketStore, batch: Batch): Promise<boolean> {
  const { interval, price } = batch.table.key
  const time = batch.table.columns[0]
  if (!time || batch.table.rows === 0) return false
  const from = Math.min(time[0]!, ...batch.coverage.map(({ first }) => first))
  const to = Math.max(time[batch.table.rows - 1]!, ...batch.coverage.map(({ last }) => last)) + 1
  const found = await store.instrument(batch.instrument.id)
  const series = found?.series.find((one) => one.interval === interval && one.price === price)
  if (!series?.months.some((month) => month.last >= from && month.first < to)) return false
  const kept = await store.load({ instrumentId: batch.instrument.id, series: interval, price, from, to })
  const incoming = batch.table.columns.map((column) => column.subarray(0, batch.table.rows))
  const pairs = comparable(kept, incoming, price)
  return interval === 'Tick' ? !areSame(pairs) : differAtSameTime(pairs)
}

/** Columns that mean the same, kept and incoming, time first. One-price data is kept as bid and ask that are equal. */
function comparable(
  kept: MarketColumns,
  incoming: readonly Float64Array[],
  price: string,
): [Float64Array, Float64Array][] {
  const columns =
    kept.kind === 'tick'
      ? [kept.time, kept.bid, ...(price === 'quote' ? [kept.ask] : [])]
      : BAR_COLUMNS.filter((name) => price === 'quote' || !name.startsWith('ask')).map((name) => kept[name])
  return columns.map((column, index) => [column, incoming[index]!])
}

/** Ticks of one file replace all that it covers, so only the very same ones change nothing. */
function areSame(pairs: readonly [Float64Array, Float64Array][]): boolean {
  return pairs.every(([old, fresh]) => old.length === fresh.length && old.every((value, row) => value === fresh[row]))
}

function differAtSameTime(pairs: readonly [Float64Array, Float64Array][]): boolean {
  const [oldTime, newTime] = pairs[0]!
  for (let old = 0, fresh = 0; old < oldTime.length && fresh < newTime.length;) {
    if (oldTime[old]! < newTime[fresh]!) old++
    else if (oldTime[old]! > newTime[fresh]!) fresh++
    else {
      const [oldRow, newRow] = [old++, fresh++]
      if (pairs.some(([kept, incoming]) => kept[oldRow] !== incoming[newRow])) return true
    }
  }
  return false
}
