import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TICK_FLAGS, TickReader } from '@tradeloom/market-data/ticks'
import { expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { freshPrice } from './price-log.ts'

const BTC = 'BTCUSDT:BINANCE'
const NOW = Date.UTC(2026, 10, 27, 12)

it('a price stands as long as its stream is heard, and no longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-prices-'))
  const ticks = new LiveTicks(folder, BTC)
  try {
    const reader = new TickReader(join(folder, 'market'))
    const bid = async (now: number) => (await freshPrice(reader, BTC, { now }))?.bid ?? null
    expect(await bid(NOW)).toBe(null)
    ticks.add(60_000, 1, NOW)
    expect([await bid(NOW + 10_000), await bid(NOW + 10_001)]).toEqual([60_000, null])
    ticks.add(60_000, 1, NOW + 30_000, TICK_FLAGS.heartbeat)
    expect([await bid(NOW + 40_000), await bid(NOW + 40_001)]).toEqual([60_000, null])
  } finally {
    ticks.stop()
    rmSync(folder, { recursive: true })
  }
})
