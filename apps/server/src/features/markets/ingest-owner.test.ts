import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { IngestCommand, WantFeeds } from '@tradeloom/contracts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { IngestOwner } from './ingest-owner.ts'

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database.stop())

const servers: IngestOwner[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.stop()))
})

/** A server, and the commands that its process has received while it ran; null while it does not run. */
function serverOf(wanted: Map<string, readonly []>) {
  const state: { received: IngestCommand[] | null; key: Uint8Array | null; logins: WantFeeds['logins'] } = {
    received: null,
    key: null,
    logins: {},
  }
  const receive = (command: IngestCommand): void => void state.received?.push(command)
  const owner = new IngestOwner({
    database: { db: database.db, connection: { connectionString: database.url } },
    logger: { debug: () => {}, warn: () => {} },
    marketDir: '/market',
    wanted: () => wanted,
    venueUrls: () => ({}),
    venues: () => ['SIM'],
    logins: () => state.logins,
    key: () => Uint8Array.of(1, 2, 3),
    candlesFrom: async () => 0,
    onEvent: () => {},
    start: ({ onStart, key }) => {
      state.received = []
      state.key = key?.() ?? null
      onStart(receive)
      return { pid: 1, send: (command) => (receive(command), true), stop: async () => void (state.received = null) }
    },
  })
  servers.push(owner)
  return { state, owner }
}

const idsOf = (received: IngestCommand[] | null) =>
  received
    ?.flatMap((command) => (command.do === 'want' ? [command.feeds] : []))
    .at(-1)
    ?.map(({ instrumentId }) => instrumentId)

it('of two servers with wanted instruments one receives prices, and the other takes over when it stops', async () => {
  const wanted = new Map([['EURUSD:SIM', [] as const]])
  const [one, two] = [serverOf(wanted), serverOf(wanted)]
  const running = () => [one, two].filter(({ state }) => state.received !== null)
  await expect.poll(() => running().length).toBe(1)
  const [first] = running()
  for (const { owner } of [one, two]) owner.look()
  expect(running()).toEqual([first])
  await first?.owner.stop()
  await expect.poll(() => running().length).toBe(1)
  expect(running()).not.toEqual([first])
})

it('a process runs only while something is wanted, and hears of every change', async () => {
  const wanted = new Map<string, readonly []>()
  const { state, owner } = serverOf(wanted)
  owner.look()
  expect(state.received).toBeNull()
  wanted.set('EURUSD:SIM', [])
  await expect.poll(() => idsOf(state.received)).toEqual(['EURUSD:SIM'])
  wanted.set('BTCUSDT:SIM', [])
  await expect.poll(() => idsOf(state.received)).toEqual(['EURUSD:SIM', 'BTCUSDT:SIM'])
  wanted.clear()
  await expect.poll(() => state.received).toBeNull()
  const held = async () => (await database.pool.query(`select key from leases where key = 'ingest'`)).rows
  await expect.poll(held).toEqual([])
})

it('a process gets what opens keys only while a connection is marked for prices, and runs then', async () => {
  const wanted = new Map([['EURUSD:SIM', [] as const]])
  const { state, owner } = serverOf(wanted)
  await expect.poll(() => idsOf(state.received)).toEqual(['EURUSD:SIM'])
  expect(state.key).toBeNull()
  const login = { connectionId: 'one', environment: 'practice', credentials: '' } as const
  state.logins = { OANDA: login }
  owner.look()
  await expect.poll(() => state.key).toEqual(Uint8Array.of(1, 2, 3))
  wanted.clear()
  owner.look()
  await expect.poll(() => idsOf(state.received)).toEqual([])
  expect(state.received?.at(-1)).toMatchObject({ logins: { OANDA: login } })
  state.logins = {}
  owner.look()
  await expect.poll(() => state.received).toBeNull()
  wanted.set('EURUSD:SIM', [])
  await expect.poll(() => idsOf(state.received)).toEqual(['EURUSD:SIM'])
  expect(state.key).toBeNull()
})

it('a server that was considered dead ends its process before long', async () => {
  const wanted = new Map([['EURUSD:SIM', [] as const]])
  const paused = serverOf(wanted)
  await expect.poll(() => paused.state.received).not.toBeNull()
  await database.pool.query('delete from lease_owners')
  const other = serverOf(wanted)
  await expect.poll(() => other.state.received).not.toBeNull()
  await expect.poll(() => paused.state.received).toBeNull()
})
