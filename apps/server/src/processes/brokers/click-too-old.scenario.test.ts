import { AccountLedger } from '@tradeloom/database'
import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

/** An order may wait for 5 s from its click on: half a second is left of that when it reaches a busy database. */
const CLICKED_MS = 4_500
const BUSY_MS = 1_000

faultScenario('an order waits for the database for longer than its click may be old', {
  isQuick: true,
  killWithinMs: 2 * BUSY_MS,
  play: async (desk) => {
    let written: Promise<string> | undefined
    await desk.database.db.transaction(async (tx) => {
      await AccountLedger.open(tx, desk.accountId)
      written = desk.write(MARKET_BUY, Date.now() - CLICKED_MS)
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
    })
    await written
  },
  ends: async (desk) => {
    await expect.poll(() => desk.intents()).toMatchObject([{ state: 'UNSENT' }])
    expect(desk.venue.orders).toEqual([])
  },
})
