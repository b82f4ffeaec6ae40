import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId, putListings, specHash, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument, type TickColumns } from '@tradeloom/domain'
import { createSession, type SessionSpec } from '@tradeloom/engine'
import { TickWriter } from '@tradeloom/market-data/ticks'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'
import { SESSIONS_CHANNEL } from './sessions-channel.ts'

const EURUSD = 'EURUSD:TEST'
const PATIENCE = { interval: 5 }
/** Monday. */
const START = Date.UTC(2024, 0, 8)

/** Counts in a closure, and orders by its count. */
const COUNTING = `
  let count = 0
  function onTick(tick) {
    count += 1
    if (count % 20 === 5) buy({ quantity: 1000 * (1 + count % 3), stopLossPips: 12, takeProfitPips: 15 })
    if (count % 20 === 15) closeAll()
    if (count % 50 === 0) log('count', count)
  }
  function onPositionClosed(position) { log('closed', position.id, position.profit) }`

let database: TestDatabase
let server: TestServer
let count = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  const instrument = defineInstrument(EURUSD, { simulated: true, lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

interface Tick {
  readonly time: number
  readonly bid: number
  readonly ask: number
}

function tickAt(row: number): Tick {
  const bid = Math.round((1.1 + Math.sin(row / 37) / 300 + Math.sin(row / 5) / 2_000) * 1e5) / 1e5
  return { time: START + row * 10_000, bid, ask: Math.round((bid + 0.0001) * 1e5) / 1e5 }
}

/** A session of the product's own making, for a market of its own whose rows the test logs. */
async function lockStep(instrumentId: string) {
  count += 1
  const user: HttpClient = await signUp(server.url, `stepper${count}`)
  const instrument = defineInstrument(instrumentId, { simulated: true, lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  const [account] = (await user.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Counting' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script: COUNTING, message: 'test' })
  const wanted = {
    algorithmId,
    algorithmVersionId: (saved.json as { id: string }).id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId,
    interval: 'M1',
  }
  const created = await user.post(`/api/algorithms/${algorithmId}/sessions`, wanted)
  expect(created.status, created.text).toBe(200)
  const made = (created.json as { id: string }).id
  await user.call('PUT', `/api/session/${made}`, { status: 'Stopped' })
  const [row] = await rows<{ spec: SessionSpec; broker_account_id: string; script_hash: string }>(
    'select s.*, v.script_hash from sessions s join algorithm_versions v on v.id = s.algorithm_version_id where s.id = $1',
    made,
  )
  if (!row) throw new Error('no session')
  const id = newId()
  const spec = { ...row.spec, start: START }
  await database.pool.query(
    `insert into sessions (id, user_id, algorithm_id, algorithm_version_id, algorithm_name, broker_connection_id,
       broker_account_id, instrument_id, interval, externals, initial_balance, is_lock_step, spec, spec_hash,
       engine_version)
     select $1, user_id, algorithm_id, algorithm_version_id, algorithm_name, broker_connection_id, broker_account_id,
       instrument_id, interval, externals, initial_balance, true, $3, $4, engine_version
     from sessions where id = $2`,
    [id, made, JSON.stringify(spec), specHash(spec, row.script_hash)],
  )
  await database.pool.query('select pg_notify($1, $2)', [SESSIONS_CHANNEL, id])
  return { id, spec, accountId: row.broker_account_id, user }
}

type Stepped = Awaited<ReturnType<typeof lockStep>>

async function rows<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.pool.query(query, values)).rows as Row[]
}

async function rowOf(id: string) {
  const [row] = await rows<{ row: number; status: string }>(
    'select row_no::float8 as row, status from sessions left join session_progress on session_id = id where id = $1',
    id,
  )
  return row
}

/** PostgreSQL puts a row that changes elsewhere: that of a session is wide, so its prices leave it alone. */
async function placeOf(id: string) {
  return rows('select ctid from sessions where id = $1', id)
}

async function unsent(id: string): Promise<number> {
  return (await rows(`select from intents where session_id = $1 and state in ('WRITTEN', 'SENDING')`, id)).length
}

/** Orders that the venue has taken and is about to execute. */
async function unfilled(id: string): Promise<number> {
  return (
    await rows(
      `select from intents where session_id = $1 and state in ('WORKING', 'PARTIAL', 'UNKNOWN')
        and (kind = 'CLOSE' or kind = 'PLACE' and payload ->> 'type' = 'MARKET')`,
      id,
    )
  ).length
}

/**
 * Logs rows one by one, each once the session has committed the one before and the venue has its orders. Kills what `victims` names at
 * its row.
 */
async function feed(
  id: string,
  writer: TickWriter,
  length: number,
  victims: Readonly<Record<number, 'sessions' | 'runner'>> = {},
  from = 0,
) {
  for (let row = from; row < length; row++) {
    writer.append({ ...tickAt(row), receivedAt: Date.now(), flags: 0 })
    await expect.poll(async () => (await rowOf(id))?.row, PATIENCE).toBe(row)
    await expect.poll(() => unsent(id), PATIENCE).toBe(0)
    expect((await rowOf(id))?.status).toBe('Active')
    const victim = victims[row]
    if (victim === undefined) continue
    expect(signalProcess(victim), victim).toBeGreaterThan(0)
  }
}

/**
 * A session each of whose orders was sent: on a busy machine one may wait until it is too old, or the guardian does not answer
 * in time, so that it is not. Whatever else keeps an order from being carried out is a fault, and named.
 */
async function inTime(
  markets: readonly string[],
  play: (session: Stepped, writer: TickWriter) => Promise<void>,
): Promise<Stepped> {
  for (const instrumentId of markets) {
    const session = await lockStep(instrumentId)
    const writer = new TickWriter(join(server.dataDir, 'market'), instrumentId)
    await play(session, writer)
    writer.close()
    await expect.poll(() => unfilled(session.id), PATIENCE).toBe(0)
    const undone = await rows<{ state: string; reason: string | null; row: number }>(
      `select state, reason, row_no::int as row from intents where session_id = $1 and state not in ('FILLED', 'DONE')`,
      session.id,
    )
    expect(undone.filter(({ state }) => state !== 'UNSENT')).toEqual([])
    if (undone.length === 0) return session
  }
  throw new Error(`In each of ${markets.join(', ')} an order was not sent in time`)
}

async function outcomeOf(id: string) {
  const asked = await rows<{ no: number; row: number; kind: string; payload: object }>(
    'select no, row_no::float8 as row, kind, payload from intents where session_id = $1 order by no',
    id,
  )
  const filled = await rows<{ time: Date; side: string; quantity: number; price: number }>(
    'select time, side, quantity, price from fills where owner = $1 order by time, side',
    id,
  )
  const lines = await rows<{ message: string }>('select message from session_logs where session_id = $1 order by n', id)
  return {
    // Names of orders and positions are new in each session.
    hash: createHash('sha256')
      .update(JSON.stringify(asked.map(({ no, row, kind, payload }) => [no, row, kind, withoutIds(payload)])))
      .digest('hex'),
    count: asked.length,
    fills: filled.map(({ time, side, quantity, price }) => [time.getTime(), side, quantity, price]),
    log: lines.map(({ message }) => message).filter((text) => /^(count|closed)/.test(text)),
  }
}

function withoutIds(payload: object): object {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !name.endsWith('Id')))
}

/** The same script on the same ticks in the simulated market, as a backtest executes it. */
function simulated(spec: SessionSpec, length: number) {
  const { javascript } = analyzeScript(COUNTING, 'algorithm')
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(javascript, [])) as Parameters<typeof createSession>[0]['factory']
  const session = createSession({ spec, factory })
  const ticks = Array.from({ length }, (_, row) => tickAt(row))
  const columns: TickColumns = {
    kind: 'tick',
    time: Float64Array.from(ticks, ({ time }) => time),
    bid: Float64Array.from(ticks, ({ bid }) => bid),
    ask: Float64Array.from(ticks, ({ ask }) => ask),
  }
  session.take({ kind: 'ROWS', instrumentId: spec.instrument.id, columns })
  const { positions, log } = session.drain()
  const closed = positions.flatMap(({ openTime, openPrice, closeTime, closePrice, quantity, direction }) => [
    [openTime, direction === 'LONG' ? 'BUY' : 'SELL', quantity, openPrice],
    [closeTime, direction === 'LONG' ? 'SELL' : 'BUY', quantity, closePrice],
  ])
  return { fills: closed, log: log.map(({ message }) => message) }
}

const sorted = (all: readonly unknown[]): unknown[] => all.map((row) => JSON.stringify(row)).toSorted()

describe('a session in lock-step', () => {
  const ROWS = inject('lane') === 'full' ? 240 : 70
  it('equals the backtest on the same ticks fill by fill, also when it is killed and replayed in between', async () => {
    const quiet = await inTime(['EURUSD:TEST', 'EURUSD:AGAIN'], async ({ id }, writer) => {
      await feed(id, writer, 3)
      const written = await placeOf(id)
      await feed(id, writer, ROWS, {}, 3)
      expect(await placeOf(id)).toEqual(written)
    })
    const killed = await inTime(['AUDUSD:TEST', 'AUDUSD:AGAIN'], async ({ id }, other) => {
      await feed(id, other, 3)
      // As one from before engines were kept: it stays on that of its first replay.
      await rows(`delete from session_inputs where session_id = $1 and kind = 'ENGINE'`, id)
      await feed(id, other, ROWS, { 7: 'sessions', 26: 'runner', 47: 'sessions', 64: 'runner' }, 3)
    })
    expect(await rows(`select from session_inputs where session_id = $1 and kind = 'ENGINE'`, killed.id)).toHaveLength(
      1,
    )
    const [expected, replayed] = [await outcomeOf(quiet.id), await outcomeOf(killed.id)]
    const backtest = simulated(quiet.spec, ROWS)
    expect(backtest.fills.length).toBeGreaterThan(4)
    // The last position is still open.
    expect(sorted(expected.fills.slice(0, backtest.fills.length))).toEqual(sorted(backtest.fills))
    expect(expected.log).toEqual(backtest.log)
    expect(replayed.fills).toEqual(expected.fills)
    expect(replayed.log).toEqual(expected.log)
    expect([replayed.count, replayed.hash]).toEqual([expected.count, expected.hash])
    for (const { accountId } of [quiet, killed]) expect(await verifyAccount(database.db, accountId)).toEqual([])
  }, 400_000)
})

const OWN = 'b'.repeat(24)

/** From now on another engine is installed, which places stops at twice the distance: the session began on the one that is kept. */
async function upgrade(id: string): Promise<void> {
  const cache = join(server.dataDir, 'runner')
  const [installed = ''] = readdirSync(cache).filter((name) => /^[0-9a-f]{24}$/.test(name))
  renameSync(join(cache, 'kept', installed), join(cache, 'kept', OWN))
  const engine = JSON.stringify({ bundle: OWN, version: '2.7.2' })
  await rows(`update session_inputs set body = body || $2 where session_id = $1 and kind = 'ENGINE'`, id, engine)
  await rows(`update sessions set engine_version = '2.7.2' where id = $1`, id)
  const file = join(cache, installed, 'engine.js')
  const built = readFileSync(file, 'utf8')
  const changed = built.replace('tidyPrice(stopLossPips) * pipSize', '$& * 2')
  expect(changed).not.toBe(built)
  writeFileSync(file, changed)
  expect(signalProcess('sessions')).toBe(1)
}

describe('a session whose server is upgraded', () => {
  // A session that is killed twice.
  it(
    'goes on with the engine on which it began, and fails with its stops kept where that is gone',
    { tags: ['full'], timeout: 400_000 },
    async () => {
      const { id, spec, user } = await lockStep('NZDUSD:TEST')
      const writer = new TickWriter(join(server.dataDir, 'market'), 'NZDUSD:TEST')
      await feed(id, writer, 28)
      await upgrade(id)
      await feed(id, writer, 46, {}, 28)
      writer.close()
      const session = async () => (await user.get(`/api/session/${id}`)).json as Record<string, unknown>
      expect(await session()).toMatchObject({ status: 'Active', ownEngine: '2.7.2' })
      const [outcome, backtest] = [await outcomeOf(id), simulated(spec, 46)]
      expect(backtest.fills.length).toBeGreaterThan(2)
      expect(sorted(outcome.fills.slice(0, backtest.fills.length))).toEqual(sorted(backtest.fills))
      expect(outcome.log).toEqual(backtest.log)
      const said = await rows(
        `select from session_logs where session_id = $1 and message like '%on its own engine 2.7.2'`,
        id,
      )
      expect(said).toHaveLength(1)

      rmSync(join(server.dataDir, 'runner', 'kept', OWN), { recursive: true })
      expect(signalProcess('sessions')).toBe(1)
      await expect.poll(session, PATIENCE).toMatchObject({ status: 'Failed', ownEngine: null })
      expect((await session())['statusDetail']).toMatch(
        /^Engine 2\.7\.2, on which it runs, is no longer in the data folder/,
      )
      expect(await rows('select kind, severity from notifications where object = $1', `session:${id}`)).toEqual([
        { kind: 'session-failed', severity: 'critical' },
      ])
      const open = await rows(
        `select p.status, o.status as stop from positions p join venue_orders o on o.position_id = p.id and o.type = 'STOP'
       where p.session_id = $1 and p.status = 'OPEN'`,
        id,
      )
      expect(open).toEqual([{ status: 'OPEN', stop: 'NEW' }])
    },
  )
})
