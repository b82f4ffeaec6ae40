// Prints how a dashboard of six panels fares while its market moves: how long its frames take without a graphics card, what
// it asks over HTTP once it is there, and how large its heap is after a collection, from the start to the end.
// Usage: node tests/e2e/load/live-panels.ts [--minutes 20] [--rate 20]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { buildWeb } from '../../../tools/build-web.ts'
import { Installation } from '../faults/installation.ts'
import { framesDuring } from '../frame-times.ts'
import { CHROMIUM } from '../playwright.config.ts'
import { BUSY_BOOKS, BusyMarket } from './busy-market.ts'

const COIN = 'BTCUSDT:BINANCE'
const LAYOUT = 'Busy'
const PANELS = [
  { view: 'price-chart', w: 3, h: 2 },
  { view: 'price-tile', w: 1, h: 1 },
  { view: 'ticker', w: 1, h: 1 },
  { view: 'order-book', w: 2, h: 3 },
  { view: 'trades', w: 1, h: 3 },
  { view: 'open-positions', w: 5, h: 2 },
]
const FRAMES_MS = 20_000
const WARM_UP_MS = 30_000
const LOOKS = 5
/** Asked by every page of a user, whatever it shows. */
const KEEP_ALIVE = '/api/keep-alive'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, rate: { type: 'string', default: '20' } },
})
const [minutes, rate] = [Number(values.minutes), Number(values.rate)]
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const clock = new LabClock(Date.now())
const lab = await startBinanceLab({ clock, books: BUSY_BOOKS })
clock.run(1)
const market = new BusyMarket(lab)
const { rest, streams, wsApi } = lab
const installation = await Installation.open({
  env: {
    TRADELOOM_SIMULATED_VENUES: 'off',
    TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
  },
})
const moving = setInterval(() => market.move(), 1_000 / rate)
const browser = await chromium.launch(CHROMIUM)
try {
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  await listed()
  const { page, session } = await openDashboard()
  await measure(page, session)
} finally {
  clearInterval(moving)
  await browser.close()
  await installation.close()
  await lab.stop()
}

async function listed(): Promise<void> {
  const { client } = installation
  while (!JSON.stringify(await client.call('GET', '/public-api/instruments/USD')).includes(COIN)) await sleep(200)
}

/** As a user with a layout of the panels, and a position in them. */
async function openDashboard(): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: installation.url })
  const headers = { origin: installation.url }
  const password = 'a password of some length'
  const user = { regUsername: 'watcher', regEmail: 'watcher@example.com', regPassword: password }
  await page.request.post('/public-api/register', { headers, data: { ...user, regRepeatPassword: password } })
  const config = PANELS.map((panel) => ({ ...panel, opts: panel.w === 5 ? {} : { instrumentId: COIN } }))
  const data = { value: [{ name: LAYOUT, config, responsive: true }] }
  const stored = await page.request.put('/api/configuration/layout.platform', { headers, data })
  if (!stored.ok()) throw new Error(await stored.text())
  await page.goto(`/platform/${LAYOUT}`)
  const half = page.getByRole('button', { name: /^BUY \d/ }).first()
  await half.waitFor({ timeout: 120_000 })
  await page.getByRole('status', { name: 'Live' }).first().waitFor()
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('0.01')
  await half.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trade', exact: true }).click()
  await page.locator('[data-view="open-positions"]').getByRole('row', { name: /BTC/ }).waitFor()
  return { page, session: await page.context().newCDPSession(page) }
}

async function measure(page: Page, session: CDPSession): Promise<void> {
  await sleep(WARM_UP_MS)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname !== KEEP_ALIVE) asked.push(`${new Date().toISOString()} ${request.method()} ${pathname}${search}`)
  })
  let updates = 0
  session.on('Network.webSocketFrameReceived', () => (updates += 1))
  await session.send('Network.enable')
  const began = Date.now()
  for (let look = 0; look < LOOKS; look++) {
    const due = began + (look * minutes * 60_000) / (LOOKS - 1)
    await sleep(Math.max(0, due - Date.now()))
    const row = { minute: Math.round((Date.now() - began) / 60_000), ...(await lookAt(page, session)) }
    const perSecond = Math.round((updates * 1_000) / Math.max(1, Date.now() - began))
    console.log({ ...row, updates: `${updates}, ${perSecond}/s`, http: asked.length, load: loadavg()[0]?.toFixed(1) })
  }
  console.log('HTTP requests after the snapshot, without keep-alive:', asked)
}

async function lookAt(page: Page, session: CDPSession) {
  const frames = await framesDuring(page, () => sleep(FRAMES_MS))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { count, p95, longest } = frames
  return {
    'heap MB': Number((usedSize / 1e6).toFixed(2)),
    nodes,
    listeners: jsEventListeners,
    frames: count,
    'p95 ms': p95,
    'longest ms': longest,
  }
}
