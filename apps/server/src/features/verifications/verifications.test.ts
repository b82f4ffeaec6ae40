import type { Verification } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'
import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOURS, marketOf, putPrices } from '../../testing/private-data.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const SCRIPT =
  'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 5, takeProfitPips: 5 }) }'

let database: TestDatabase
let server: TestServer
let ben: HttpClient
let cat: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ben = await signUp(server.url, 'ben')
  cat = await signUp(server.url, 'cat')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

async function backtestOn(instrumentId: string, script = SCRIPT): Promise<string> {
  await putPrices(marketOf(server), instrumentId, 'minutes', 1.1)
  const algorithmId = (await ben.post('/api/algorithms')).json.id
  const version = await ben.post(`/api/algorithms/${algorithmId}/versions`, { script, message: '' })
  const algorithmVersionId = version.json.id
  const settings = { algorithmId, algorithmVersionId, instrumentId, ...HOURS, interval: 'M5' }
  const { json } = await ben.post('/api/backtest', settings)
  const { json: run } = await ben.until(`/api/backtest/${json.id}`, ({ status }) => status === 'Completed')
  expect(run.manifest.data[0].months).toHaveLength(1)
  return json.id
}

async function verified(id: string): Promise<Verification> {
  const started = await ben.post(`/api/backtest/${id}/verify`)
  expect(started.status, started.text).toBe(200)
  const isOver = ({ status }: Verification): boolean => status !== 'Queued' && status !== 'In Progress'
  return (await ben.until(`/api/verification/${started.json.id}`, isOver)).json
}

it('An unchanged backtest is verified without differences, with the hashes of the first run', async () => {
  const id = await backtestOn('EURUSD:VSAME')
  const { status, differences, resultHash, detail } = await verified(id)
  expect({ status, differences, detail }).toEqual({ status: 'Verified', differences: [], detail: null })
  expect(resultHash).toBe((await ben.get(`/api/backtest/${id}`)).json.resultHash)
  const list = (await ben.get(`/api/backtest/${id}/verifications`)).json
  expect(list.map((one: Verification) => one.status)).toEqual(['Verified'])
})

it('A change of one minute of the data is named with instrument, interval and month', async () => {
  const id = await backtestOn('EURUSD:VCHANGE')
  await putPrices(marketOf(server), 'EURUSD:VCHANGE', 'minutes', 1.1001, 1)
  const { status, differences } = await verified(id)
  expect(status).toBe('Differs')
  expect(differences.filter(({ what }) => what === 'data').map(({ text }) => text)).toEqual([
    'EURUSD:VCHANGE M1 bid and ask: the prices of 2024-01 have changed.',
  ])
  expect(differences[0]?.what).toBe('result')
})

it('Removed data is reported as gone', async () => {
  const id = await backtestOn('EURUSD:VGONE')
  await marketOf(server).remove('EURUSD:VGONE')
  const { status, differences } = await verified(id)
  expect({ status, texts: differences.map(({ text }) => text) }).toEqual({
    status: 'Differs',
    texts: ['EURUSD:VGONE M1 bid and ask: the prices no longer exist.'],
  })
})

it('A backtest of another user cannot be verified, and answers like an unknown one', async () => {
  const id = await backtestOn('EURUSD:VOTHER')
  const unknown = crypto.randomUUID()
  for (const path of ['verify', 'verifications'] as const) {
    const call = (one: string) => cat.call(path === 'verify' ? 'POST' : 'GET', `/api/backtest/${one}/${path}`)
    const [foreign, missing] = [await call(id), await call(unknown)]
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  }
  const { id: own } = await verified(id)
  expect((await cat.get(`/api/verification/${own}`)).status).toBe(404)
})

it('Of parallel requests to verify one backtest, one starts and the others are refused', async () => {
  const id = await backtestOn('EURUSD:VONCE')
  const answers = await Promise.all([1, 2, 3, 4].map(() => ben.post(`/api/backtest/${id}/verify`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

it('A report in HTML escapes names, has no script and shows the API’s closing equity', async () => {
  const id = await backtestOn('EURUSD:VHTML')
  const { json: detail } = await ben.get(`/api/backtest/${id}`)
  await ben.call('PATCH', `/api/algorithm/${detail.algorithmId}`, { name: '<img src=x onerror=alert(1)>' })
  const { text, status } = await ben.get(`/api/backtest/${id}/report?format=html`)
  expect(status).toBe(200)
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toMatch(/<img|<script|https?:/i)
  const closing = detail.equity.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  expect(text).toContain(`<td>Closing equity</td><td>${closing}</td>`)
})

it('A report in HTML says first what margin has decided, and how far it was used', async () => {
  const id = await backtestOn('EURUSD:VMARGIN', 'function onIntervalClose() { buy({ quantity: 300000 }) }')
  const { text } = await ben.get(`/api/backtest/${id}/report?format=html`)
  expect(text).toMatch(
    /<p class="warning"><strong>\d+ orders rejected for lack of margin\.<\/strong> Used margin reached/,
  )
  expect(text).toMatch(/<td>Leverage<\/td><td>50:1<\/td>/)
  expect(text).toMatch(/<td>Highest closeout percent<\/td><td>\d\d\.\d\d%<\/td>/)
})

it('The JSON report has the numbers of the API without rounding, and the equity files its curve and days', async () => {
  const id = await backtestOn('EURUSD:VJSON')
  const [{ json: detail }, { json: charts }] = [
    await ben.get(`/api/backtest/${id}`),
    await ben.get(`/api/backtest/${id}/charts`),
  ]
  const { json: report } = await ben.get(`/api/backtest/${id}/report?format=json`)
  expect(report.statistics).toEqual(detail.statistics)
  expect(report.equityCurve).toEqual(charts.equityCurve)
  expect(report.positions).toHaveLength(detail.positionCount)
  const { text: csv } = await ben.get(`/api/backtest/${id}/report?format=equity-csv`)
  const last = csv.trimEnd().split('\r\n').at(-1)?.split(',').map(Number)
  expect(last?.[1]).toBe(charts.equityCurve.equity.at(-1))
  const { text: days } = await ben.get(`/api/backtest/${id}/report?format=daily-equity-csv`)
  const ends = report.dailyEquity.time.map((end: number) => new Date(end - 1).toISOString().slice(0, 10))
  const rows = ends.map((day: string, row: number) => `${day},${tidy(report.dailyEquity.equity[row])}`)
  expect(rows.length).toBeGreaterThan(0)
  const dayBefore = new Date(report.dailyEquity.time[0] - 86_400_001).toISOString().slice(0, 10)
  expect(days).toBe(['date,equity', `${dayBefore},${detail.initialBalance}`, ...rows, ''].join('\r\n'))
  expect(tidy(report.dailyEquity.equity.at(-1))).toBe(charts.equityCurve.equity.at(-1))
  const { json: orders } = await ben.get(`/api/backtest/${id}/orders/page`)
  expect(report.orders).toEqual(orders.orders)
})

it('Reports of a shared run are public without positions and orders, those of a private one are not found', async () => {
  const id = await backtestOn('EURUSD:VPUBLIC')
  const path = `/public-api/backtest/${id}/report`
  expect((await cat.get(`${path}?format=json`)).status).toBe(404)
  const { json: detail } = await ben.get(`/api/backtest/${id}`)
  const version = `/api/algorithms/${detail.algorithmId}/versions/${detail.algorithmVersionId}`
  expect((await ben.call('PATCH', `/api/algorithm/${detail.algorithmId}`, { shared: true })).status).toBe(200)
  expect((await ben.call('PATCH', version, { shared: true })).status).toBe(200)
  await ben.call('PATCH', `/api/backtest/${id}`, { note: 'only for me' })
  const { json: report } = await cat.get(`${path}?format=json`)
  expect(report.statistics).toEqual(detail.statistics)
  expect(report.backtest.note).toBeNull()
  expect(Object.keys(report).filter((key) => key === 'positions' || key === 'orders')).toEqual([])
  const { text: page } = await cat.get(`${path}?format=html`)
  expect(page).toContain('<td>Closing equity</td>')
  expect(page).not.toContain('only for me')
  expect((await cat.get(`${path}?format=positions-parquet`)).status).toBe(400)
})

it('An exported backtest is verified where its data is, and a changed script or setting is noticed', async () => {
  const id = await backtestOn('EURUSD:VFILE')
  const { json: file } = await ben.get(`/api/backtest/${id}/report?format=bundle`)
  const { json: started } = await cat.post('/api/verifications', file)
  const { json: whole } = await cat.until(`/api/verification/${started.id}`, ({ ended }) => ended !== null)
  expect(whole).toMatchObject({ status: 'Verified', differences: [], backtestId: null })

  const changed = await cat.post('/api/verifications', { ...file, script: `${file.script} // other` })
  expect([changed.status, changed.json.message]).toEqual([
    400,
    'The script in this file is not the one that the manifest names',
  ])
  const centuries = { ...file, settings: { ...file.settings, end: '2199-12-31T23:59:59.999Z' } }
  const refused = await cat.post('/api/verifications', centuries)
  expect([refused.status, refused.json.message]).toEqual([400, 'A run can cover 60 years at most'])
  const richer = { ...file, settings: { ...file.settings, initialBalance: 20_000 } }
  const { json: second } = await cat.post('/api/verifications', richer)
  const { json: other } = await cat.until(`/api/verification/${second.id}`, ({ ended }) => ended !== null)
  expect(other.status).toBe('Differs')
  expect(other.differences).toContainEqual({
    what: 'settings',
    before: '10000',
    now: '20000',
    text: 'Initial balance was 10000, is 20000.',
  })
})

it('An exported backtest may have 8 MB, and one that was damaged on purpose is refused before anything is stored', async () => {
  const id = await backtestOn('EURUSD:VHOSTILE')
  const { json: file } = await ben.get(`/api/backtest/${id}/report?format=bundle`)
  const indicators = Array.from({ length: 12 }, (_, at) => ({ key: `K${at}`, script: `// ${'x'.repeat(250_000)}` }))
  const large = await cat.post('/api/verifications', { ...file, indicators })
  expect(large.json.message).not.toBe('The request is too large')
  expect(large.status).toBe(400)
  const tooLarge = await cat.post('/api/verifications', { ...file, name: 'x'.repeat(8 * 1024 * 1024) })
  expect([tooLarge.status, tooLarge.json.message]).toEqual([413, 'The request is too large'])

  const send = (spec: string) =>
    cat.call('POST', '/api/verifications', JSON.stringify(file).replace('"spec":{', `"spec":{"more":${spec},`), {
      'content-type': 'application/json',
    })
  for (const spec of ['['.repeat(100_000) + ']'.repeat(100_000), String.raw`"\u0000"`, String.raw`{"\ud800":1}`]) {
    const { status, json } = await send(spec)
    expect([status, json.message], spec.slice(0, 20)).toEqual([400, 'The manifest in this file is damaged'])
  }
})
