import type { MarketReader } from '../store/market-reader.ts'
import type { DataEntry } from './compare-data.ts'

/** The months that a manifest names, as they are in the store now, without those that are gone. */
export async function storedData(
  store: Pick<MarketReader, 'instrument'>,
  then: readonly DataEntry[],
): Promise<DataEntry[]> {
  const found = await Promise.all(
    then.map(async (entry) => {
      const instrument = await store.instrument(entry.instrumentId)
      const series = instrument?.series.find(
        ({ interval, price }) => interval === entry.interval && price === entry.price,
      )
      if (!series) return []
      const { months: old } = entry
      const there = series.months.filter(({ month }) => old?.some(([name]) => name === month) ?? true)
      return [{ ...entry, months: there.map(({ month, contentHash }) => [month, contentHash] as const) }]
    }),
  )
  return found.flat()
}
