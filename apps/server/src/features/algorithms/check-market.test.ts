import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAR_COLUMNS } from '@tradeloom/domain'
import { type MarketStore, openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkMarket } from './check-market.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const FIRST = Date.UTC(2024, 0, 1)
const ACCOUNT = { initialBalance: 25_000, accountCurrency: 'USD' }
const REQUEST = { interval: 'M15', lastRun: null, sealedFrom: null, script: 'function onIntervalClose() {}' } as const

let dir = ''
let store: MarketStore

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-check-market-'))
  store = openMarketStore(dir)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Constant prices every ten minutes: the choice depends on times alone. */
async function put(id: string, days: number): Promise<void> {
  const rows = days * 144
  const columns = BAR_COLUMNS.map((name) =>
    Float64Array.from({ length: rows }, (_, row) =>
      name === 'time' ? FIRST + row * 10 * MINUTE : name === 'volume' ? 1 : name.startsWith('ask') ? 1.1001 : 1.1,
    ),
  )
  await store.put({
    instrument: resolveInstrument(id),
    table: { key: { interval: 'M1', price: 'quote' }, rows, columns },
    source: 'both',
    coverage: [{ first: FIRST, last: FIRST + days * DAY }],
  })
}

async function chosen(request: Partial<Parameters<typeof checkMarket>[1]> = {}) {
  const market = await checkMarket(store, { ...REQUEST, ...request })
  if (!market) return null
  const { instrument, start, end } = market.spec
  return { id: instrument.id, start: (start - FIRST) / DAY, end: Math.ceil((end - FIRST) / DAY) }
}

describe('the market of a check', () => {
  it('is simulated if there are no real prices, or too few', async () => {
    expect(await chosen()).toBeNull()
    await put('EURUSD:SIM', 60)
    await put('EURUSD:SHORT', 2)
    expect(await chosen()).toBeNull()
  })

  it('is the end of the longest real data, the same each time', async () => {
    await put('EURUSD:SIM', 90)
    await put('EURUSD:LONG', 60)
    await put('EURUSD:BRIEF', 20)
    expect(await chosen()).toMatchObject({ id: 'EURUSD:LONG', end: 60 })
    expect((await chosen())?.start).toBeCloseTo(25, 1)
    expect(await chosen()).toEqual(await chosen())
  })

  it('is the end of the period of the algorithm’s last backtest, simulated or not', async () => {
    await put('EURUSD:SIM', 90)
    await put('EURUSD:LONG', 60)
    const last = { instrumentId: 'EURUSD:SIM', end: FIRST + 50 * DAY, ...ACCOUNT }
    expect(await chosen({ lastRun: last })).toMatchObject({ id: 'EURUSD:SIM', end: 50, start: 15 })
    const gone = { instrumentId: 'EURUSD:GONE', end: FIRST + 50 * DAY, ...ACCOUNT }
    expect(await chosen({ lastRun: gone })).toMatchObject({ id: 'EURUSD:LONG', end: 60 })
    // A run that ended before today's data begins.
    const before = { instrumentId: 'EURUSD:LONG', end: FIRST - DAY, ...ACCOUNT }
    expect(await chosen({ lastRun: before })).toMatchObject({ id: 'EURUSD:LONG', end: 60 })
  })

  it('has the account of the last backtest, by which a script could tell it otherwise', async () => {
    await put('EURUSD:LONG', 60)
    const lastRun = { instrumentId: 'EURUSD:LONG', end: FIRST + 50 * DAY, ...ACCOUNT }
    expect((await checkMarket(store, { ...REQUEST, lastRun }))?.spec).toMatchObject(ACCOUNT)
    expect((await checkMarket(store, REQUEST))?.spec).toMatchObject({ initialBalance: 10_000 })
  })

  it('ends before sealed data, and is simulated if nothing else is left', async () => {
    await put('EURUSD:LONG', 60)
    const sealedAt = (day: number): Date => new Date(FIRST + day * DAY)
    expect(await chosen({ sealedFrom: sealedAt(45) })).toMatchObject({ end: 45, start: 10 })
    const last = { instrumentId: 'EURUSD:LONG', end: FIRST + 60 * DAY, ...ACCOUNT }
    expect(await chosen({ lastRun: last, sealedFrom: sealedAt(45) })).toMatchObject({ end: 45 })
    expect(await chosen({ sealedFrom: sealedAt(1) })).toBeNull()
  })

  it('uses part of short data as history, and half of it for scripts that handle ticks', async () => {
    await put('EURUSD:BRIEF', 20)
    expect((await chosen())?.start).toBeCloseTo(4, 1)
    await put('EURUSD:LONG', 60)
    expect((await chosen({ script: 'function onTick() {}' }))?.start).toBeCloseTo(42.5, 1)
    expect((await chosen({ interval: 'H4' }))?.start).toBeCloseTo(12, 1)
  })
})
