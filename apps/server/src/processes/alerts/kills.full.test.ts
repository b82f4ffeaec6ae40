import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCarrier } from '../../platform/processes/carrier.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { addAlert, addUser, alertOf, CROSSES, EURUSD, toldOf } from './alerts.fixture.ts'
import { alerts } from './alerts.process.ts'
import type { AlertsCommand, AlertsCrash } from './alerts-messages.ts'

/** Each round is the start of a process. */
const ROUNDS = Number(process.env['TRADELOOM_ROUNDS'] ?? 30)
const ROUND_MS = 20_000

let database: TestDatabase
let folder: string
let ticks: LiveTicks

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-alerts-'))
  ticks = new LiveTicks(folder, EURUSD)
})
afterAll(async () => {
  ticks?.stop()
  rmSync(folder, { recursive: true, force: true })
  await database?.stop()
})

/** A process of alerts. One with a crash kills itself there, and ends. */
function open(crash?: AlertsCrash) {
  const carrier = openCarrier(alerts, () => undefined)
  const connection = { connectionString: database.url }
  const command: AlertsCommand = {
    do: 'open',
    connection,
    marketDir: join(folder, 'market'),
    ...(crash ? { crash } : {}),
  }
  carrier.send(command)
  return carrier
}

it(
  `${ROUNDS} processes that are killed between a row and its notification lose and double nothing`,
  async () => {
    const id = await addAlert(database, await addUser(database), CROSSES)
    let time = Date.UTC(2024, 0, 8, 12)
    const price = (bid: number) => ticks.add(bid, 0.0002, (time += 20_000))
    price(1.09)
    for (let round = 0; round < ROUNDS; round++) {
      price(round % 2 === 0 ? 1.11 : 1.09)
      const at = (['judged', 'written', 'committed'] as const)[round % 3] ?? 'judged'
      await open({ at, n: 1 }).ended
      expect((await toldOf(database, id)).length).toBeLessThanOrEqual(round + 1)
    }
    price(1.085)
    const last = open()
    await expect.poll(async () => (await toldOf(database, id)).length, { timeout: 60_000 }).toBe(ROUNDS)
    expect(await alertOf(database, id)).toMatchObject({ fire_count: ROUNDS, status: 'ACTIVE' })
    last.stop()
    await last.ended
  },
  ROUNDS * ROUND_MS,
)
