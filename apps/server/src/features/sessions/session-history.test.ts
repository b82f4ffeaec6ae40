import { CHANNELS } from '@tradeloom/contracts'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** It trades around the clock, so that it has prices on every day of the week. */
const BTC = 'BTCUSDT:SIM'
const HOUR = 3_600_000
const PERIOD = 200

let database: TestDatabase
let server: TestServer
let user: HttpClient
let socket: SocketClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'always' } })
  user = await signUp(server.url, 'history')
  socket = await new SocketClient(user).opened()
})
afterAll(async () => {
  socket?.close()
  await server?.stop()
  await database?.stop()
})

const SCRIPT = `
  const minutes = indicators.SMA('M1', ${PERIOD})
  const hours = indicators.SMA('H1', ${PERIOD})
  let isTold = false
  function onTick() {
    if (isTold) return
    isTold = true
    log('averages', now(), minutes.value(), hours.value())
  }`

async function start(script: string): Promise<string> {
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'History' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  const [account] = (await user.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const created = await user.post(`/api/algorithms/${algorithmId}/sessions`, {
    algorithmId,
    algorithmVersionId: (saved.json as { id: string }).id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId: BTC,
    interval: 'M1',
    status: 'Active',
  })
  expect(created).toMatchObject({ status: 200 })
  return (created.json as { id: string }).id
}

/** Averages that a session has logged on its first tick. */
async function averagesOf(id: string) {
  const told = async () => {
    const { data } = (await socket.request(CHANNELS.tradingSessions, 'tail-log', { id })) as {
      data: { message: string }[]
    }
    return data.map(({ message }) => message).find((message) => message.startsWith('averages')) ?? null
  }
  await expect.poll(told).not.toBeNull()
  const [time, minutes, hours] = ((await told()) ?? '').split(' ').slice(1).map(Number)
  return { time: time as number, minutes, hours }
}

/** What the chart shows of the same time. */
async function averageOfChart(interval: string, ms: number, time: number): Promise<number> {
  const end = Math.floor(time / ms) * ms
  const range = { start: new Date(end - PERIOD * ms).toISOString(), end: new Date(end).toISOString() }
  const asked = { instrumentId: BTC, interval, ...range }
  const { data } = (await socket.request(CHANNELS.backtestController, 'historical-prices', asked)) as {
    data: { rows: number[][] }
  }
  // Bars of scripts are made of bids.
  const closes = data.rows.map((row) => row[4] as number)
  expect(closes).toHaveLength(PERIOD)
  return closes.reduce((sum, close) => sum + close, 0) / PERIOD
}

it('a session on a simulated venue has the minutes and hours before its start on its first tick', async () => {
  const id = await start(SCRIPT)
  const { time, minutes, hours } = await averagesOf(id)
  const { data } = await socket.request(CHANNELS.tradingSessions, 'fetch-log', { id })
  expect(JSON.stringify(data)).not.toContain('History is incomplete')
  expect(minutes).toBeCloseTo(await averageOfChart('M1', 60_000, time), 6)
  expect(hours).toBeCloseTo(await averageOfChart('H1', HOUR, time), 6)
})
