import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, schema } from '@tradeloom/database'
import { extendMinute, MinuteWriter } from '@tradeloom/market-data/candles'
import { TICK_FLAGS, TickReader } from '@tradeloom/market-data/ticks'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeLease } from '../../platform/leases/leases.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { AlertStore } from './alert-store.ts'
import { addAlert, addUser, alertOf, CROSSES, EURUSD, toldOf } from './alerts.fixture.ts'
import type { AlertsEvent } from './alerts-messages.ts'
import { AlertsService } from './alerts-service.ts'
import { InstrumentWatch } from './instrument-watch.ts'

let database: TestDatabase
let userId: string
let folder: string
let ticks: LiveTicks
let service: AlertsService | null = null
let events: AlertsEvent[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  userId = await addUser(database)
})
afterAll(() => database?.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-alerts-'))
  ticks = new LiveTicks(folder, EURUSD)
  events = []
})
afterEach(async () => {
  await service?.stop()
  service = null
  ticks.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.db.delete(schema.alerts)
})

const marketDir = () => join(folder, 'market')

async function start(): Promise<void> {
  const connection = { connectionString: database.url }
  let isReady = (): void => undefined
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const emit = (event: AlertsEvent): void => {
    events.push(event)
    if (event.kind === 'ready') isReady()
  }
  service = new AlertsService(
    { do: 'open', connection, marketDir: marketDir() },
    { ticks: new TickReader(marketDir()), emit },
  )
  await ready
}

/** A price, and the doorbell. */
function add(bid: number, flags = 0, time = Date.now()): void {
  ticks.add(bid, 0.0002, time, flags)
  service?.tick(EURUSD)
}

describe('the process of alerts', () => {
  it('judges rows that were logged before it started, and each one after it, once', async () => {
    const id = await addAlert(database, userId, CROSSES)
    for (const bid of [1.09, 1.11]) ticks.add(bid)
    await start()
    await expect.poll(() => toldOf(database, id)).toHaveLength(1)
    add(1.08)
    await expect.poll(() => toldOf(database, id)).toHaveLength(2)
    expect(await alertOf(database, id)).toMatchObject({ fire_count: 2, next_row: 3, status: 'ACTIVE' })
    expect(events).toContainEqual({ kind: 'wanted', instrumentIds: [EURUSD] })
    expect(events).toContainEqual({ kind: 'changed', userId, alertId: id })
    await service?.stop()
    await start()
    add(1.07)
    await expect.poll(async () => (await alertOf(database, id))['next_row']).toBe(3)
    expect(await toldOf(database, id)).toHaveLength(2)
  })

  it('ends an alert that fires once', async () => {
    const id = await addAlert(database, userId, { ...CROSSES, fires: 'once', direction: 'above' })
    await start()
    for (const bid of [1.09, 1.1, 1.09, 1.1]) add(bid)
    await expect.poll(async () => (await alertOf(database, id))['status']).toBe('DONE')
    expect(await toldOf(database, id)).toHaveLength(1)
  })

  it('states between which times a crossing over a gap happened', async () => {
    const id = await addAlert(database, userId, CROSSES)
    const time = Date.UTC(2024, 0, 8, 12)
    ticks.add(1.09, 0.0002, time)
    ticks.add(1.11, 0.0002, time + 600_000, TICK_FLAGS.gap)
    await start()
    const text =
      'Bid 1.11 at 2024-01-08 12:10:00 UTC. It crossed during a gap from 2024-01-08 12:00:00 to 2024-01-08 12:10:00 UTC.'
    await expect.poll(() => toldOf(database, id)).toEqual([text])
  })

  it('pauses an alert whose indicator does not exist any longer, and judges the others', async () => {
    const value = { kind: 'indicator', key: 'GONE', args: [], output: 'value' } as const
    const broken = await addAlert(database, userId, { ...CROSSES, value, interval: 'M1' })
    const id = await addAlert(database, userId, CROSSES)
    for (const bid of [1.09, 1.11]) ticks.add(bid)
    await start()
    await expect.poll(() => toldOf(database, id)).toHaveLength(1)
    expect(await alertOf(database, broken)).toMatchObject({ status: 'PAUSED' })
    expect(await toldOf(database, broken)).toEqual([expect.stringContaining("There is no indicator 'GONE'")])
  })

  it('begins indicators with the minutes that are stored before its first row', async () => {
    const value = { kind: 'indicator', key: 'SMA', args: [2], output: 'value' } as const
    const id = await addAlert(database, userId, { ...CROSSES, value, interval: 'M1', fires: 'bar-close' })
    const begin = Math.floor(Date.now() / 60_000) * 60_000 - 5 * 60_000
    const minutes = new MinuteWriter(marketDir(), EURUSD)
    for (const back of [3, 2, 1])
      minutes.put(extendMinute(null, { time: begin - back * 60_000, bid: 1.08, ask: 1.0802 }))
    for (const [minute, bid] of [1.2, 1.2].entries()) ticks.add(bid, 0.0002, begin + minute * 60_000)
    await start()
    await expect.poll(() => toldOf(database, id)).toEqual([expect.stringMatching(/^SMA\(2\) 1.14 at/)])
    minutes.close()
  })
})

describe('an alert that its user has changed meanwhile', () => {
  it('does nothing of what was judged before', async () => {
    const id = await addAlert(database, userId, CROSSES)
    for (const bid of [1.09, 1.11]) ticks.add(bid)
    const watch = await watchOf(async (point) => {
      if (point === 'judged') await database.pool.query('update alerts set revision = 2 where id = $1', [id])
    })
    await watch.advance()
    expect(await toldOf(database, id)).toEqual([])
  })
})

it('a checkpoint moves no alert back to before its first row', async () => {
  const early = await addAlert(database, userId, { ...CROSSES, against: 9 })
  const late = await addAlert(database, userId, CROSSES)
  await database.pool.query('update alerts set next_row = 7 where id = $1', [late])
  for (const bid of [1.09, 1.11]) ticks.add(bid)
  const watch = await watchOf()
  await watch.advance()
  await watch.checkpoint()
  expect(await alertOf(database, early)).toMatchObject({ next_row: 2, state: { side: -1 } })
  expect(await alertOf(database, late)).toMatchObject({ next_row: 7, state: { side: null } })
})

it('200 deaths between a row and its notification lose and double nothing', async () => {
  const id = await addAlert(database, userId, CROSSES)
  let time = Date.UTC(2024, 0, 8, 12)
  const price = (bid: number) => ticks.add(bid, 0.0002, (time += 20_000))
  price(1.09)
  let deaths = 0
  let count = 0
  for (let round = 0; deaths < 200; round++) {
    price(round % 2 === 0 ? 1.11 : 1.09)
    if (round % 3 === 0) price(round % 2 === 0 ? 1.12 : 1.08)
    count++
    const at = (['judged', 'written', 'committed'] as const)[round % 3]
    const dying = await watchOf(async (point) => {
      if (point === at) throw new Error('killed')
    })
    await expect(dying.advance()).rejects.toThrow('killed')
    deaths++
    // Every fourth time nobody comes back before the next crossing.
    if (round % 4 === 3) continue
    await (await watchOf()).advance()
    expect(await toldOf(database, id)).toHaveLength(count)
  }
  await (await watchOf()).advance()
  expect(await toldOf(database, id)).toHaveLength(count)
  expect(await alertOf(database, id)).toMatchObject({ fire_count: count, status: 'ACTIVE' })
})

/** What judges the alerts of the instrument, as in a process that has just started. */
async function watchOf(reach: (point: string) => Promise<void> = async () => undefined): Promise<InstrumentWatch> {
  const owner = newId()
  const lease = await database.db.transaction(async (tx) => {
    await tx.delete(schema.leases)
    await tx.insert(schema.leaseOwners).values({ id: owner, host: 'test', pid: 0 })
    return takeLease(tx, { kind: 'alerts', key: 'all' }, owner)
  })
  if (!lease) throw new Error('No lease')
  return new InstrumentWatch({
    instrumentId: EURUSD,
    store: new AlertStore(database.db, lease, reach),
    ticks: new TickReader(marketDir()),
    history: () => Promise.reject(new Error('Not needed')),
    listing: async () => null,
    onChange: () => undefined,
  })
}
