// Prints how soon the page of a large optimization is painted, and how its frames take sorting, scrolling and brushing.
// Usage: node tests/e2e/optimization-page.ts [--permutations 100000] [--rounds 5] [--data FOLDER]
// With a data folder, the optimization of an earlier run is looked at again.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type APIRequestContext, type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.ts'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { frameTimes, framesDuring } from './frame-times.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'

interface Row {
  readonly id: string
  readonly algorithmId: string
  readonly ended: string | null
  readonly total: number
}

const DAY_MS = 86_400_000
const SCRIPT = `var externals = [{ name: "fast", defaultValue: 5 }, { name: "slow", defaultValue: 20 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: 30 }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, stopLossPips: 30 }) }
}`
const TABLE = 'table[aria-label="Backtests"] tbody tr td:nth-child(2)'
const POINTS = '[aria-label^="Profit and maximum drawdown"] canvas'

const { values: options } = parseArgs({
  options: {
    permutations: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
})
if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const data = options.data ?? mkdtempSync(join(tmpdir(), 'tradeloom-optimization-page-'))
mkdirSync(data, { recursive: true })
// As root, the database and the runners are other users, who must be able to traverse the folder.
chmodSync(data, 0o755)
const server = await startServer(data, await freePort(), { env: { TRADELOOM_REQUESTS_PER_MINUTE: '1000000' } })
let browser: Browser | null = null
try {
  browser = await chromium.launch(CHROMIUM)
  const user = await browser.newContext({ baseURL: server.url })
  const row = await swept(user.request)
  const address = `/algorithms/${row.algorithmId}/optimize/${row.id}`
  console.log(`${row.total} backtests`)
  await printPaint(browser, user, address, row.total)
  await printFrames(browser, user, address, row.total)
} finally {
  await browser?.close()
  await server.stop()
  if (options.data === undefined) rmSync(data, { recursive: true, force: true })
}

/** The optimization to look at; it is run if the folder has none. */
async function swept(request: APIRequestContext): Promise<Row> {
  const login = { username: 'sweeper', password: 'correct horse battery' }
  const answer = await request.post('/login', { data: login })
  if (answer.ok()) {
    const [first] = await callApi<Row[]>(request, 'GET', '/api/optimisations')
    if (first !== undefined) return first
  } else await newUser(request, 'sweeper', 'sweeper')
  const algorithm = await newAlgorithm(request, 'Cross', SCRIPT)
  const count = Math.round(Math.sqrt(Number(options.permutations)))
  // From a Monday on, because there are no prices on weekends.
  const month = Date.parse(lastWholeMonth().start)
  const monday = month + ((8 - new Date(month).getUTCDay()) % 7) * DAY_MS
  const [start, end] = [monday, monday + 2 * DAY_MS].map((time) => new Date(time).toISOString())
  const { id } = await callApi<Row>(request, 'POST', '/api/optimisation', {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.versionId,
    instrumentId: 'EURUSD:SIM',
    interval: 'M5',
    start,
    end,
    externalsSettings: [
      { name: 'fast', start: 2, end: 20, count },
      { name: 'slow', start: 21, end: 60, count: Math.round(Number(options.permutations) / count) },
    ],
  })
  for (;;) {
    const row = await callApi<Row>(request, 'GET', `/api/optimisation/${id}`)
    if (row.ended !== null) return row
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function printPaint(chrome: Browser, user: BrowserContext, address: string, total: number): Promise<void> {
  const times: Record<'cold' | 'warm' | 'all', number[]> = { cold: [], warm: [], all: [] }
  for (let round = 0; round < Number(options.rounds); round++) {
    const page = await pageOf(chrome, user)
    times.cold.push(await msUntilPainted(page, address))
    await allRows(page, total)
    times.warm.push(await msUntilPainted(page, address))
    const begun = performance.now() - (times.warm.at(-1) ?? 0)
    await allRows(page, total)
    times.all.push(performance.now() - begun)
    await page.context().close()
  }
  const text = (list: readonly number[]): string => `${median(list)} ms (longest ${Math.round(Math.max(...list))} ms)`
  console.log(`table and first chart painted: ${text(times.warm)}; with an empty cache ${text(times.cold)}`)
  console.log(`all backtests in table and charts: ${text(times.all)}`)
}

async function printFrames(chrome: Browser, user: BrowserContext, address: string, total: number): Promise<void> {
  const page = await pageOf(chrome, user)
  await page.goto(address)
  await allRows(page, total)
  const table = page.getByRole('group', { name: 'Backtests', exact: true })
  const print = (what: string, { count, p95, longest }: Awaited<ReturnType<typeof frameTimes>>): void =>
    console.log(`${what}: p95 frame ${p95} of 33 ms, longest ${longest} ms, ${count} frames`)
  print('scrolling', await frameTimes(page, table))
  const headers = ['Max Drawdown', 'fast', 'Return / drawdown', 'Position Count', 'Profit (%)']
  const sorting = async (): Promise<void> => {
    for (const name of headers) {
      await table.getByRole('button', { name }).click()
      await page.waitForTimeout(600)
    }
  }
  print('sorting', await framesDuring(page, sorting))
  const chart = page.getByRole('group', { name: /^Profit and maximum drawdown/ })
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is not there')
  const moving = async (): Promise<void> => {
    for (let step = 0; step < 60; step++) {
      await page.mouse.move(box.x + 100 + step * 10, box.y + 120 + ((step * 37) % 100))
      await page.waitForTimeout(30)
    }
  }
  print('moving over the chart', await framesDuring(page, moving))
  const brushing = async (): Promise<void> => {
    for (let round = 0; round < 4; round++) {
      await page.mouse.move(box.x + 200 + 40 * round, box.y + 40)
      await page.mouse.down()
      await page.mouse.move(box.x + 600, box.y + 240, { steps: 12 })
      await page.mouse.up()
      await page.waitForTimeout(900)
    }
  }
  print('brushing', await framesDuring(page, brushing))
  await page.context().close()
}

/** The table lists every backtest that is no duplicate, and the charts have all. */
async function allRows(page: Page, total: number): Promise<void> {
  const text = `${total.toLocaleString('en-US')} backtests`
  await page.waitForFunction(
    (wanted) => document.querySelector(`[aria-label^="Profit and maximum drawdown of ${wanted}"]`) !== null,
    text,
    { polling: 'raf' },
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Milliseconds from the start of the navigation until table and first chart are there and the page can draw again. */
async function msUntilPainted(page: Page, address: string): Promise<number> {
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(
    (selectors) => selectors.every((one) => document.querySelector(one) !== null),
    [TABLE, POINTS],
    { polling: 'raf' },
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return performance.now() - begun
}

/** A page with an empty cache, signed in. */
async function pageOf(chrome: Browser, user: BrowserContext): Promise<Page> {
  const storageState = { ...(await user.storageState()), origins: [] }
  const context = await chrome.newContext({ baseURL: server.url, storageState, viewport: { width: 1440, height: 900 } })
  return context.newPage()
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)
}
