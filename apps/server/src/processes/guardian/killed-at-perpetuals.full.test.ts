import { join } from 'node:path'
import { requestFlatten } from '@tradeloom/kill-switch'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { MARKET_BUY } from '../brokers/binance-desk.fixture.ts'
import { NettingDesk, USDM_BTC } from '../brokers/netting-desks.fixture.ts'
import { SupervisedGuardian } from './supervised-guardian.ts'

const CANCEL = 'DELETE /fapi/v1/algoOrder'

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

it('a guardian that is killed between a cancellation and the closing closes a position of perpetuals once', async () => {
  const desk = await NettingDesk.atUsdm(database)
  onTestFinished(() => desk.end())
  const { accountId, key } = desk
  await desk.restart()
  await desk.write({ ...MARKET_BUY, instrumentId: USDM_BTC, stopLoss: 59_000 })
  await expect.poll(() => desk.stopsAtVenue()).toEqual([[59_000, 0.5]])
  // The desk has pretended that one watches.
  await key.rows(`delete from leases where kind = 'guard' and key = $1`, [accountId])
  const { folder, parts } = key
  const config = { heartbeat: null, dataDir: folder }
  const guardian = new SupervisedGuardian({ ...parts, config, kill: null, file: join(folder, 'guardian.json') })
  onTestFinished(() => guardian.stop())
  await expect.poll(() => guardian.ensure(accountId)).toBe(true)
  desk.disturb({ when: { request: CANCEL }, do: 'delay', ms: 1_500 })
  requestFlatten(folder, { accounts: [accountId], by: 'a person', at: Date.now() })
  await expect.poll(() => desk.requests, { interval: 10 }).toContain(CANCEL)
  process.kill(guardian.pid ?? 0, 'SIGKILL')
  await expect.poll(() => [desk.heldAtVenue(), desk.workingAtVenue()]).toEqual([0, 0])
  expect(desk.soldAtVenue()).toEqual([0.5])
  await expect.poll(async () => (await desk.positions()).map(({ status }) => status)).toEqual(['CLOSED'])
  await desk.expectConsistent()
})
