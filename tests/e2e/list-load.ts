// Prints how the list of backtests behaves with 200 runs, of which one has 20,000 positions and one is in progress, and
// what the result of a year transfers and how soon it shows its first chart. Usage: node tests/e2e/list-load.ts
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.ts'
import { callApi, newAlgorithm, newUser, queueBacktest, runBacktest } from './api.ts'
import { frameTimes } from './frame-times.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'

const RUNS = 200
/** Fewer than one user may have waiting. */
const AT_ONCE = 4
const ROUNDS = 5
const SIM = { instrumentId: 'EURUSD:SIM', resolution: 1 } as const
const MONTH = lastWholeMonth()
const DAY = { start: MONTH.start, end: new Date(Date.parse(MONTH.start) + 4 * 86_400_000).toISOString() }
/** The simulated market begins thirteen months before this one. */
const YEAR = { start: monthStart(13), end: monthStart(1) }
const SHORT = 'function onIntervalClose(bar) { if (bar.close > bar.open) buy({ quantity: 1000 }); else closeAll() }'
const MANY = `let opened = 0
function onIntervalClose() { closeAll(); if (opened < 20000) { opened += 1; buy({ quantity: 1000 }) } }`
const ENDLESS = `let sum = 0
function onTick(tick) { for (let i = 0; i < 20000; i++) sum = (sum * 31 + tick.bid * i) % 1000003 }`
const CROSS = `const [fast, slow] = [indicators.SMA('M15', 9), indicators.SMA('M15', 30)]
function onIntervalClose() {
  if (!slow.ready) return
  plot('fast', fast.value())
  if (crossedAbove(fast, slow)) { closeAll(); buy({ quantity: 1000, stopLossPips: 30 }) }
  if (crossedBelow(fast, slow)) { closeAll(); sell({ quantity: 1000, stopLossPips: 30 }) }
}`

if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-list-load-'))
// As root, the database runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755)
const server = await startServer(folder, await freePort(), { log: 'ignore' })
let browser: Browser | null = null
try {
  browser = await chromium.launch(CHROMIUM)
  const user = await browser.newContext({ baseURL: server.url })
  await newUser(user.request, 'load')
  const { positions, result } = await fill(user)
  await printList(browser, user)
  await printResult(browser, user, 'a year of M1', result)
  await printResult(browser, user, '20,000 positions', positions)
} finally {
  await browser?.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function monthStart(back: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
}

/** Fills the list; returns the addresses of the results to open. */
async function fill({ request }: BrowserContext): Promise<{ readonly positions: string; readonly result: string }> {
  const named = async (name: string, script: string) => newAlgorithm(request, name, script)
  const [short, many] = [await named('Short', SHORT), await named('Many positions', MANY)]
  const [cross, endless] = [await named('A year', CROSS), await named('In progress', ENDLESS)]
  for (let run = 0; run < RUNS - 3; run += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, RUNS - 3 - run) })
    await Promise.all(batch.map(() => runBacktest(request, short, { ...SIM, ...DAY, interval: 'M15' })))
  }
  const large = await runBacktest(request, many, { ...SIM, ...MONTH, interval: 'M1' })
  const year = await runBacktest(request, cross, { ...SIM, ...YEAR, interval: 'M1' })
  const { positionCount } = await callApi<{ positionCount: number }>(request, 'GET', `/api/backtest/${large.id}`)
  await queueBacktest(request, endless, { ...SIM, ...YEAR, interval: 'M1' })
  console.log(`${RUNS} runs, one with ${positionCount} positions, one in progress`)
  return { positions: `/backtests/${large.id}`, result: `/backtests/${year.id}` }
}

async function printList(chrome: Browser, user: BrowserContext): Promise<void> {
  const ready: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await pageOf(chrome, user)
    ready.push(await msUntil(page, '/backtests', 'table[aria-label="Backtests"] tbody tr'))
    await page.context().close()
  }
  const page = await pageOf(chrome, user)
  await page.goto('/backtests')
  await page
    .getByRole('row', { name: /In Progress/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show older' }).click()
  await page.getByText(`${RUNS - 1} of ${RUNS} completed`).waitFor()
  const times = await frameTimes(page, page.getByRole('group', { name: 'Backtests' }))
  console.log(`list: interactive after ${median(ready)} of 1000 ms (median of ${ROUNDS}, empty cache)`)
  console.log(
    `list: p95 frame ${times.p95} of 33 ms, longest ${times.longest} ms, ${times.count} frames while scrolling`,
  )
  await page.context().close()
}

async function printResult(chrome: Browser, user: BrowserContext, name: string, address: string): Promise<void> {
  const [cold, warm, bytes]: [number[], number[], number[]] = [[], [], []]
  const chart = '[role="group"][aria-label="Equity, balance and drawdown over time"] canvas'
  for (let round = 0; round < ROUNDS; round++) {
    const page = await pageOf(chrome, user)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    let sum = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (sum += encodedDataLength))
    cold.push(await msUntil(page, address, chart))
    await page.waitForLoadState('networkidle')
    bytes.push(sum)
    warm.push(await msUntil(page, address, chart))
    await page.context().close()
  }
  console.log(
    `${name}: first chart cold ${median(cold)} of 3000 ms, warm ${median(warm)} of 1500 ms, ` +
      `${Math.round(median(bytes) / 1000)} of 1000 kB (medians of ${ROUNDS})`,
  )
}

/** A page with an empty cache, signed in. */
async function pageOf(chrome: Browser, user: BrowserContext): Promise<Page> {
  const storageState = { ...(await user.storageState()), origins: [] }
  const context = await chrome.newContext({ baseURL: server.url, storageState, viewport: { width: 1440, height: 900 } })
  return context.newPage()
}

/**
 * Milliseconds from the start of the navigation until something is there and the page can draw again. The page itself looks
 * for it in each frame: a locator looks again only every half a second.
 */
async function msUntil(page: Page, address: string, selector: string): Promise<number> {
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction((one) => document.querySelector(one) !== null, selector, { polling: 'raf' })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return performance.now() - begun
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)
}
