import { AccountLedger } from '@tradeloom/database'
import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

/** Longer than any order may wait. */
const BUSY_MS = 6_000

faultScenario('an order waits for the database for longer than its click may be old', {
  isQuick: true,
  play: async (desk) => {
    let written: Promise<string> | undefined
    await desk.database.db.transaction(async (tx) => {
      await AccountLedger.open(tx, desk.accountId)
      written = desk.write(MARKET_BUY)
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
    })
    await written
  },
  ends: async (desk) => {
    await expect.poll(() => desk.intents()).toMatchObject([{ state: 'UNSENT' }])
    expect(desk.venue.orders).toEqual([])
  },
})
