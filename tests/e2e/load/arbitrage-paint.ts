// Prints what one list of arbitrage costs a page that shows the matrix: script, style and layout, without painting pixels.
// Usage: node tests/e2e/load/arbitrage-paint.ts [--seconds 30]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium } from '@playwright/test'
import { buildWeb } from '../../../tools/build-web.ts'
import { Installation } from '../faults/installation.ts'
import { CHROMIUM } from '../playwright.config.ts'

const PAGES = ['/panel/arbitrage-matrix', '/panel/top-arbitrage', '/arbitrage']
const COSTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } })
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const installation = await Installation.open({ env: { TRADELOOM_SIMULATED_VENUES: 'always' } })
const browser = await chromium.launch(CHROMIUM)
try {
  for (const path of PAGES) await measure(path)
} finally {
  await browser.close()
  await installation.close()
}

async function measure(path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: installation.url })
  await page.goto(path)
  await page.getByRole('row').nth(2).waitFor({ timeout: 120_000 })
  const session = await page.context().newCDPSession(page)
  let lists = 0
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.includes('"arbitrage')) lists += 1
  })
  await session.send('Network.enable')
  await session.send('Performance.enable')
  const before = await costs(session)
  await sleep(Number(values.seconds) * 1_000)
  const after = await costs(session)
  const each = COSTS.map((name, at) => [name, (((after[at] ?? 0) - (before[at] ?? 0)) * 1_000) / lists] as const)
  const ms = Object.fromEntries(each.map(([name, cost]) => [name, Number(cost.toFixed(2))]))
  const all = each.reduce((sum, [, cost]) => sum + cost, 0).toFixed(2)
  console.log({ path, lists, ...ms, 'ms of each list': Number(all), load: loadavg()[0]?.toFixed(1) })
  await page.close()
}

async function costs(session: CDPSession): Promise<number[]> {
  const { metrics } = await session.send('Performance.getMetrics')
  return COSTS.map((name) => metrics.find((metric) => metric.name === name)?.value ?? 0)
}
