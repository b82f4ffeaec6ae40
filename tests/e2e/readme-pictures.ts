// Makes the pictures of README.md and of the guide in both color schemes: a desk with a position, what luck did to an
// optimization, a running session, and the steps of a first trade and a first session. They are part of a release.
// Usage: node tests/e2e/readme-pictures.ts [--url http://127.0.0.1:7070], a running server; without it, one is started
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { signUp } from '@tradeloom/testkit'
import { buildWeb } from '../../tools/build-web.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { startSession } from './start-session.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PICTURES = join(ROOT, 'docs', 'pictures')
const GUIDE = join(ROOT, 'apps', 'web', 'src', 'features', 'documentation', 'pictures')
/** As the guide shows them (`picture.tsx`). */
const GUIDE_SIZE = { width: 1200, height: 750 }
const SCHEMES = ['dark', 'light'] as const
const MARKET = 'BTCUSDT:SIM'
const LIMIT_MS = 180_000
/** So many positions make a curve of profit. */
const CLOSED = 5

const SWEPT = `const externals = [{ name: 'fast', defaultValue: 5 }, { name: 'slow', defaultValue: 20 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (!slowAverage.ready) return
  const isUp = fastAverage.value() > slowAverage.value()
  if (isUp && positions.longCount === 0) buy({ quantity: 10000, stopLossPips: 20 })
  if (!isUp) closeAll()
}`
/** Trades at once, so that there is something to see. */
const LIVE = `let count = 0
function onTick() {
  count += 1
  if (count % 12 === 1) buy({ quantity: 0.05 })
  if (count % 12 === 8) closeAll()
}`

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (!buildWeb(ROOT)) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-readme-'))
// As root, the database runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755)
const env = { TRADELOOM_SIMULATED_VENUES: 'always' }
const server = values.url === undefined ? await startServer(folder, await freePort(), { env }) : null
const url = values.url ?? server?.url ?? ''
const browser = await chromium.launch(CHROMIUM)
try {
  mkdirSync(PICTURES, { recursive: true })
  mkdirSync(GUIDE, { recursive: true })
  await takePictures(browser)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function takePictures(chrome: Browser): Promise<void> {
  const user = await signUp(url, `mara${Date.now() % 1_000_000}`)
  const sessionId = await startSession(user, MARKET, LIVE, 'Short trades')
  const { json: algorithm } = await user.post('/api/algorithms', { name: 'Moving average cross' })
  const { json: version } = await user.post(`/api/algorithms/${algorithm.id}/versions`, { script: SWEPT, message: '' })
  const { json: optimization } = await user.post('/api/optimisation', {
    algorithmId: algorithm.id,
    algorithmVersionId: version.id,
    instrumentId: 'EURUSD:SIM',
    interval: 'M15',
    ...lastWholeMonth(),
    externalsSettings: [
      { name: 'fast', start: 4, end: 16, count: 4 },
      { name: 'slow', start: 20, end: 60, count: 5 },
    ],
    objectives: [{ metric: 'profit', better: 'higher' }],
  })
  const context = await chrome.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await context.addCookies(user.cookie.split('; ').map((cookie) => cookieOf(cookie)))
  const page = await context.newPage()
  page.setDefaultTimeout(LIMIT_MS)
  await page.goto('/platform/Crypto Markets')
  await takeFirstTrade(page)
  await take(page, 'desk')
  await page.goto(`/algorithms/${algorithm.id}/optimize/${optimization.id}/luck`)
  await page
    .getByText(/^As it is, there is nothing to trade here|confidence that the true Sharpe ratio/)
    .first()
    .waitFor()
  await take(page, 'luck')
  const closed = async (): Promise<number> => (await user.get('/api/positions/closed')).json.positions.length
  await expect.poll(closed, { timeout: LIMIT_MS }).toBeGreaterThan(CLOSED)
  await page.goto(`/sessions/${sessionId}`)
  await page.locator('main canvas').first().waitFor()
  await take(page, 'session')
  await takeForGuide(page, 'first-session-page')
  await page.goto(`/algorithms/${algorithm.id}/trade`)
  await page.getByRole('button', { name: 'New Trading Session' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).waitFor()
  await takeForGuide(page, 'first-session-new')
}

/** On the desk, with a position in the end. */
async function takeFirstTrade(page: Page): Promise<void> {
  const buy = page.getByRole('button', { name: /^BUY .*BTC\/USDT on SIM$/ }).first()
  await buy.waitFor()
  await takeForGuide(page, 'first-trade-desk')
  await buy.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Stop loss/).fill('1%')
  await dialog.locator('canvas').first().waitFor()
  await takeForGuide(page, 'first-trade-confirm')
  await dialog.getByRole('button', { name: 'Trade' }).click()
  await page.locator('[data-view=open-positions] tbody tr').first().waitFor()
  await takeForGuide(page, 'first-trade-position')
}

async function takeForGuide(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize(GUIDE_SIZE)
  await take(page, name, GUIDE)
  if (size !== null) await page.setViewportSize(size)
}

function cookieOf(cookie: string): { readonly name: string; readonly value: string; readonly url: string } {
  const [name = '', ...rest] = cookie.split('=')
  return { name, value: rest.join('='), url }
}

/** In both schemes, small. */
async function take(page: Page, name: string, to = PICTURES): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  // A toast would cover a part of the page.
  await page.addStyleTag({ content: '.mantine-Notification-root { display: none }' })
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Other colors need other charts, which load their prices again.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
    writeFileSync(join(to, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
  }
  await tools.detach()
}
