import { expect, it } from 'vitest'
import { SessionLags } from './session-lags.ts'

const BTC = 'BTCUSDT:BINANCE'
const session = (rowNo: number | null) => [{ id: 's', name: 'S', instrumentId: BTC, rowNo }]

it('are the time in which a session has taken nothing while prices came', () => {
  const lags = new SessionLags()
  const see = (rowNo: number | null, price: number | null, at: number) => {
    lags.see(session(rowNo), new Map(price === null ? [] : [[BTC, price]]), at)
    return lags.now[0]?.ms ?? null
  }
  expect(see(10, 10, 0)).toBe(0)
  // A quiet market, such as a weekend.
  expect(see(10, 10, 170_000_000)).toBe(0)
  expect(see(10, 11, 170_000_500)).toBe(500)
  expect(see(10, 40, 170_004_000)).toBe(4_000)
  // It catches up, but not with all.
  expect(see(20, 60, 170_004_500)).toBe(0)
  expect(see(20, 60, 170_005_500)).toBe(1_000)
  // The database was not asked meanwhile.
  expect(see(20, 900, 170_005_500)).toBe(1_000)
  expect(see(900, 900, 170_006_000)).toBe(0)
  // Before it has begun, and without a price.
  expect(see(null, 900, 170_016_000)).toBeNull()
  expect(see(10, null, 170_026_000)).toBeNull()
  expect(see(10, 900, 170_036_000)).toBe(0)
})
