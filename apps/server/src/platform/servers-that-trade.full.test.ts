import { rmSync } from 'node:fs'
import { CHANNELS } from '@tradeloom/contracts'
import { startTestNats, type TestNats, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinanceSessions, WITNESS } from '../testing/binance-sessions.fixture.ts'
import { copyOfTemplate, type TestServerOptions } from '../testing/server.fixture.ts'
import { type SpawnedServer, spawnServer } from '../testing/spawn-server.fixture.ts'

/** Buys once, and sells what it has when the price has fallen. */
const SCRIPT = `
  function onTick(tick) {
    if (wants) { wants = false; buy({ quantity: 0.2 }) }
    if (tick.bid < 59900) closeAll()
  }
  ${WITNESS}`
const HELD = 60_000
/** Where the paper order is filled. */
const FALLEN = 59_940
/** Where the session sells. */
const LOW = 59_850
/** Where a coin has lost the limit of its account. */
const CRASHED = 58_000

let nats: TestNats
let settings: TestServerOptions
let at: BinanceSessions
const dataDir = copyOfTemplate()
const servers: SpawnedServer[] = []

const spawned = async (number: number): Promise<SpawnedServer> =>
  (servers[number] = await spawnServer({ ...settings, dataDir }))

beforeAll(async () => {
  nats = await startTestNats()
  const launch = (options: TestServerOptions): Promise<SpawnedServer> => {
    settings = { ...options, env: { ...options.env, NATS_URL: nats.url } }
    return spawned(0)
  }
  at = await BinanceSessions.open({ launch })
  await at.connect()
})
afterAll(async () => {
  await at?.close()
  await Promise.all(servers.map((server) => server.stop()))
  await nats?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const openOf = async (accountId: string): Promise<{ id: string; quantity: number }[]> =>
  (
    (await at.list('/api/positions/open')) as {
      id: string
      accountId: string
      sessionId: string | null
      quantity: number
    }[]
  ).filter((one) => one.accountId === accountId && one.sessionId === null)

/** Buys at the exchange by hand, as a person who asks again when it is refused; resolves once there is a position. */
async function buy(accountId: string, quantity: number): Promise<void> {
  const order = { side: 'BUY', type: 'MARKET', quantity, accountId }
  await expect.poll(() => at.venue.order(order)).toMatchObject({ ok: true })
  await expect.poll(() => openOf(accountId)).toHaveLength(1)
}

/** As a person does, who asks again when it is refused, or was not sent. */
async function closeByHand(accountId: string): Promise<void> {
  const [position] = await openOf(accountId)
  await until(async () => {
    if ((await openOf(accountId)).length === 0) return true
    const { rows } = await at.venue.database.pool.query(
      `select from intents where payload->>'positionId' = $1 and kind = 'CLOSE' and state not in ('UNSENT', 'DENIED')`,
      [position?.id],
    )
    const key = Math.floor(performance.now()).toString(36).padStart(7, '0')
    if (rows.length === 0)
      await at.venue.socket.request(CHANNELS.brokers, 'close-position', { key, positionId: position?.id })
    return false
  })
}

async function epochs(keys: readonly string[]): Promise<Map<string, number>> {
  const query = `select kind || ' ' || key as name, epoch::float8 as epoch from leases where key = any($1)`
  const { rows } = await at.venue.database.pool.query<{ name: string; epoch: number }>(query, [keys])
  return new Map(rows.map(({ name, epoch }) => [name, epoch]))
}

/** At first one server runs alone, then the one that took all of it over. */
it.each(['the server that began it', 'the server that has taken it over'])(
  'when %s is killed, another goes on with sessions, paper and an account at an exchange',
  async (name) => {
    const victim = servers.at(-1) as SpawnedServer
    await at.venue.moveTo(victim)
    at.market(HELD)
    const accounts = (await at.list('/api/accounts')) as { id: string; type: string }[]
    const liveId = accounts.find(({ type }) => type === 'live')?.id ?? ''
    const paperId = accounts.find(({ type }) => type === 'paper')?.id ?? ''
    const limited = await at.venue.user.call('PUT', `/api/accounts/${liveId}/limits`, { dailyLoss: 1_000 })
    expect(limited.status, limited.text).toBe(200)
    const session = await at.running(SCRIPT)
    await expect.poll(() => at.positionsOf(session)).toMatchObject([{ quantity: 0.1998 }])
    const resting = { side: 'BUY', type: 'LIMIT', limitPrice: FALLEN + 10, quantity: 0.1, accountId: paperId }
    expect(await at.venue.order(resting)).toMatchObject({ ok: true })
    const keys = [liveId, paperId, session]
    const leases = [`account ${liveId}`, `account ${paperId}`, `guard ${liveId}`, `session ${session}`].toSorted()
    await expect.poll(async () => [...(await epochs(keys)).keys()].toSorted()).toEqual(leases)
    // Any server takes any request, whichever of them works on the account.
    const other = await spawned(servers.length)
    await at.venue.moveTo(other)
    await buy(liveId, 0.1)
    const held = await at.positionsOf(session)
    const before = await epochs(keys)

    const killedAt = performance.now()
    victim.kill()
    const seconds: Record<string, string> = {}
    const since = async (what: string, work: Promise<unknown>): Promise<void> => {
      await work
      seconds[what] = `${((performance.now() - killedAt) / 1_000).toFixed(1)} s`
    }
    const isTaken = async (name: string): Promise<boolean> =>
      ((await epochs(keys)).get(name) ?? 0) > (before.get(name) ?? 0)
    await Promise.all([
      since(
        'account at the exchange',
        until(() => isTaken(`account ${liveId}`)),
      ),
      since(
        'paper account',
        until(() => isTaken(`account ${paperId}`)),
      ),
      since(
        'guardian',
        until(() => isTaken(`guard ${liveId}`)),
      ),
      since('session', at.hears(session, /^Continues after an interruption/)),
      since('closing by hand', closeByHand(liveId)),
    ])
    await since('opening by hand', buy(liveId, 0.1))
    await closeByHand(liveId)
    expect(await at.positionsOf(session)).toMatchObject(
      held.map(({ id, quantity, openPrice }) => ({ id, quantity, openPrice })),
    )
    console.log(`Without ${name}:`, seconds)

    at.market(FALLEN)
    await expect.poll(() => openOf(paperId)).toMatchObject([{ quantity: 0.1 }])
    await closeByHand(paperId)
    at.market(LOW)
    await expect.poll(() => at.closedOf(session)).toHaveLength(1)
    await expect.poll(() => at.positionsOf(session)).toEqual([])
    await at.end(session)

    at.market(HELD)
    await buy(liveId, 1)
    at.market(CRASHED)
    await expect.poll(() => openOf(liveId)).toEqual([])
    const { positions } = (await at.venue.user.get('/api/positions/closed')).json as { positions: object[] }
    expect(positions).toContainEqual(expect.objectContaining({ detail: 'guardian' }))
    const names = at.venue.lab.orderNames
    expect(new Set(names).size).toBe(names.length)
    await at.expectConsistent()
  },
)
