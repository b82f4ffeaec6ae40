import { randomUUID } from 'node:crypto'
import type { FetchOffer, MarketImport } from '@tradeloom/contracts'
import { signUp } from '@tradeloom/testkit'
import { expect, it } from 'vitest'
import { asked, BTC, DAY, ended, isoOf, listed, monthAgo, offered, startHistory } from './binance-history.fixture.ts'

it('what nobody has stored is fetched from the venue once, and is there for everybody', async () => {
  const { server, lab } = await startHistory(monthAgo(2) + 9 * DAY)
  const ann = await signUp(server.url, 'ann')
  const bob = await signUp(server.url, 'bob')
  await listed(ann, BTC)
  const [from, to] = [monthAgo(1), monthAgo(0)]
  const offer = (await offered(ann, BTC, from, to)).json as FetchOffer
  expect(offer).toMatchObject({
    venueId: 'BINANCE',
    venueName: 'Binance',
    isPrivate: false,
    problem: null,
    running: null,
    begins: null,
    parts: [{ from, to }],
    rows: (to - from) / 60_000,
  })
  const first = await asked(ann, BTC, from, to)
  expect(first).toMatchObject({
    status: 200,
    json: { instrumentId: BTC, format: 'Binance', files: [], fetch: { venueName: 'Binance', from, to } },
  })
  const second = await asked(bob, BTC, from, to)
  const done = await ended(ann, first.json)
  expect(done).toMatchObject({ status: 'Completed', rows: offer.rows, report: { imported: offer.rows } })
  expect(await ended(bob, second.json)).toMatchObject({ status: 'Completed', rows: 0 })
  const pages = lab.requests.filter((one) => one.includes('/klines')).length
  // A page has a thousand minutes, and the chart of nobody asks.
  expect(pages).toBe(Math.ceil(offer.rows / 1_000))
  expect((await offered(bob, BTC, from, to)).json).toMatchObject({ parts: [], rows: 0 })
  expect((await asked(bob, BTC, from, to)).json.message).toBe(
    'Nothing is missing: months from files stay as they are, and today is received live',
  )
  const prices = await bob.get(
    `/public-api/historical-prices?instrumentId=${BTC}&interval=H1&start=${isoOf(from)}&end=${isoOf(to)}&limit=5000`,
  )
  expect(prices.json.rows).toHaveLength((to - from) / 3_600_000)

  // The history of the venue begins in the month before.
  const older = await ended(ann, (await asked(ann, BTC, monthAgo(4), to)).json)
  const begins = monthAgo(2) + 9 * DAY
  expect(older).toMatchObject({
    status: 'Completed',
    detail: `The history of Binance begins on ${isoOf(begins).slice(0, 10)}`,
  })
  expect((await asked(ann, BTC, monthAgo(4), monthAgo(3))).json.message).toBe(
    `The history of the venue begins on ${isoOf(begins).slice(0, 10)}`,
  )
  expect((await bob.get(`/api/market-data/imports/${first.json.id}`)).status).toBe(404)
})

it('what cannot be fetched is refused with the reason, and nothing reaches a venue that is off', async () => {
  const { server, lab, database } = await startHistory(monthAgo(1))
  const ann = await signUp(server.url, 'ann')
  await listed(ann, BTC)
  const [from, to] = [monthAgo(1), monthAgo(0)]
  const bad = (body: unknown) => ann.post('/api/market-data/fetches', body)
  expect(await asked(ann, BTC, to, from)).toMatchObject({ status: 400 })
  expect(await bad({ instrumentId: BTC, start: 'yesterday', end: isoOf(to) })).toMatchObject({ status: 400 })
  expect(await bad({ instrumentId: '../../../etc:BINANCE', start: isoOf(from), end: isoOf(to) })).toMatchObject({
    status: 400,
  })
  expect(await bad({ instrumentId: BTC })).toMatchObject({ status: 400 })
  expect(await asked(ann, 'NOPE:BINANCE', from, to)).toMatchObject({ status: 404 })
  expect((await offered(ann, 'NOPE:BINANCE', from, to)).json).toBeNull()
  // Simulated prices are made here, not fetched.
  expect((await offered(ann, 'EURUSD:SIM', from, to)).json).toBeNull()
  expect(await asked(ann, BTC, monthAgo(41), to)).toMatchObject({
    status: 413,
    json: { message: 'One fetch takes at most 25 months, and this needs 41. Choose a shorter period' },
  })
  expect(await ann.post(`/api/market-data/fetches/${randomUUID()}/cancel`)).toMatchObject({ status: 404 })
  await database.pool.query(`update venue_settings set is_on = false`)
  const before = lab.requests.filter((one) => one.includes('klines')).length
  const text = 'Binance is switched off. An administrator can switch it on'
  expect((await offered(ann, BTC, from, to)).json).toMatchObject({ problem: text })
  expect(await asked(ann, BTC, from, to)).toMatchObject({ status: 409, json: { message: text } })
  expect(lab.requests.filter((one) => one.includes('klines'))).toHaveLength(before)
  await database.pool.query(
    `insert into market_imports (id, user_id, instrument_id, format, files, "fetch", status)
     select gen_random_uuid(), id, $1, 'Binance', '[]', '{"venueId":"BINANCE","from":0,"to":1,"parts":130}', 'Failed' from users where username = 'ann'`,
    [BTC],
  )
  await database.pool.query(`update venue_settings set is_on = true`)
  expect(await asked(ann, BTC, from, to)).toMatchObject({ status: 429, json: { code: 'too-many-fetches' } })
})

it('a venue that goes away leaves whole months, and the rest can be asked for again', async () => {
  const { server, lab } = await startHistory(monthAgo(2))
  const ann = await signUp(server.url, 'ann')
  await listed(ann, BTC)
  const [from, to] = [monthAgo(2), monthAgo(0)]
  const minutes = (months: number): number => (monthAgo(months - 1) - monthAgo(months)) / 60_000
  // After the first month, and a part of the second one.
  const asks = lab.requests.filter((one) => one.includes('klines')).length
  const nth = asks + Math.ceil(minutes(1) / 1_000) + 5
  lab.faults.add({ when: { request: 'GET /api/v3/klines', nth, times: Infinity }, do: '503' })
  const first = await ended(ann, (await asked(ann, BTC, from, to)).json)
  expect(first).toMatchObject({ status: 'Failed', rows: minutes(1) })
  expect(first.detail).toContain('The months before are stored; ask for the rest again')
})

it('a fetch is canceled by its user, and goes on after the server was killed', async () => {
  const { server, launch } = await startHistory(monthAgo(6))
  const ann = await signUp(server.url, 'ann')
  const bob = await signUp(server.url, 'bob')
  await listed(ann, BTC)
  const [from, to] = [monthAgo(5), monthAgo(0)]
  const one = (await asked(ann, BTC, from, to)).json as MarketImport
  const read = async () => (await ann.get(`/api/market-data/imports/${one.id}`)).json as MarketImport
  await expect.poll(async () => (await read()).status).toBe('In Progress')
  expect(await bob.post(`/api/market-data/fetches/${one.id}/cancel`)).toMatchObject({ status: 404 })
  const canceled = await ann.post(`/api/market-data/fetches/${one.id}/cancel`)
  expect(canceled.json).toMatchObject({
    status: 'Failed',
    detail: 'Canceled. Months that it had stored before are there',
  })
  expect(await ann.post(`/api/market-data/fetches/${one.id}/cancel`)).toMatchObject({ status: 409 })

  const again = (await asked(ann, BTC, from, to)).json as MarketImport
  await server.stop()
  const next = await launch()
  try {
    expect(await ended(ann.at(next.url), again)).toMatchObject({ status: 'Completed' })
  } finally {
    await next.stop()
  }
})
