import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listInstrument } from '@tradeloom/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinCatalog, type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import type { SeriesTable } from '../store/series.ts'

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-catalog-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const START = Date.UTC(2024, 0, 10)

async function put(id: string, price: 'quote' | 'trade', columns: readonly number[][]): Promise<void> {
  const rows = columns[0]?.length ?? 0
  const time = Float64Array.from({ length: rows }, (_, row) => START + row * 1000)
  const table: SeriesTable = {
    key: { interval: 'Tick', price },
    rows,
    columns: [time, ...columns.map((one) => Float64Array.from(one))],
  }
  const coverage = [{ first: START, last: START + rows * 1000 }]
  await store.put({ instrument: resolveInstrument(id), table, source: price === 'quote' ? 'both' : 'trade', coverage })
}

describe('joinCatalog', () => {
  it('has instruments without stored prices and prices without a listing, by broker and symbol', async () => {
    await put('ETHUSDT:BINANCE', 'quote', [[2600.1], [2600.2]])
    await put('EURUSD:OANDA', 'quote', [[1.08412], [1.08427]])
    const listed = ['EURUSD:OANDA', 'BTCUSDT:BINANCE'].map((id) =>
      listInstrument(resolveInstrument(id), { status: 'active' }),
    )
    const entries = joinCatalog(await store.instruments(), listed)
    expect(entries.map(({ listing, series }) => [listing.id, listing.status, series.length])).toEqual([
      ['BTCUSDT:BINANCE', 'active', 0],
      ['ETHUSDT:BINANCE', 'data-only', 1],
      ['EURUSD:OANDA', 'active', 1],
    ])
  })

  it('learns precisions from stored prices and traded quantities', async () => {
    await put('BTCUSDT:BINANCE', 'trade', [
      [61_837.6, 61_837.63, 61_838],
      [0.5, 0.015, 2],
    ])
    const [entry] = joinCatalog(await store.instruments(), [])
    expect(entry?.listing).toMatchObject({ quotePrecision: 2, dealtPrecision: 3 })
  })

  it('does not take the volume of quotes for a quantity, nor a computed value for a quoted one', async () => {
    await put('EURUSD:OANDA', 'quote', [
      [1.08412, (1.1 + 1.2) / 3],
      [1.08427, 1.09],
    ])
    const [entry] = joinCatalog(await store.instruments(), [])
    expect(entry?.listing).toMatchObject({ quotePrecision: 5, dealtPrecision: null })
  })

  it("prefers a venue's statements to what is learned, and keeps the days of the stored bars", async () => {
    await put('BTCUSDT:BINANCE', 'trade', [[61_837.63], [0.015]])
    await store.setBarDays('BTCUSDT:BINANCE', { dayEnd: 'new-york', weekStart: 'monday' })
    const stated = { status: 'halted', dealtPrecision: 5, quotePrecision: null, minNotional: 10 } as const
    const listed = listInstrument({ ...resolveInstrument('BTCUSDT:BINANCE'), lotSize: 0.001 }, stated)
    const [entry] = joinCatalog(await store.instruments(), [listed])
    expect(entry?.listing).toMatchObject({
      ...stated,
      quotePrecision: 2,
      lotSize: 0.001,
      dayEnd: 'new-york',
      weekStart: 'monday',
    })
  })
})
