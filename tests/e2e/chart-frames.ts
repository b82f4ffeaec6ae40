// Measures how the price chart moves with 100,000 bars and 20,000 positions behind it: the time between frames, and the
// time of the main thread for each. Usage: node tests/e2e/chart-frames.ts [url of a running server]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.ts'
import { callApi, newAlgorithm, newUser, runBacktest } from './api.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'

/** A position every five minutes. */
const SCRIPT = `let count = 0
function onIntervalClose() {
  count++
  if (count % 5 === 1) buy({ quantity: 1000 })
  else if (count % 5 === 4) closeAll()
}`
const DAY = 86_400_000
/** So many days have about 100,000 minutes of an open market, and 20,000 positions. */
const DAYS = 100
const MOVES = 120

interface Moves {
  readonly name: string
  readonly move: (page: Page, middle: { readonly x: number; readonly y: number }, step: number) => Promise<void>
}

const MOVEMENTS: readonly Moves[] = [
  {
    name: 'pulling to older minutes',
    move: async (page, { x, y }, step) => {
      const pulled = step % 40
      if (pulled === 0) {
        await page.mouse.up()
        await page.mouse.move(x - 200, y)
        await page.mouse.down()
      }
      await page.mouse.move(x - 200 + pulled * 12, y)
    },
  },
  {
    name: 'zooming out and in, as minutes',
    move: async (page, _, step) => {
      await page.mouse.up()
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, step % 60 < 30 ? 60 : -60)
      await page.keyboard.up('Control')
    },
  },
]

const given = process.argv[2]
const data = mkdtempSync(join(tmpdir(), 'tradeloom-chart-'))
// As root, the database runs as another user, who must be able to traverse the folder.
chmodSync(data, 0o755)
if (given === undefined && !buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const server = given === undefined ? await startServer(data, await freePort()) : null
const browser = await chromium.launch(CHROMIUM)
try {
  const context = await browser.newContext({
    baseURL: server?.url ?? given ?? '',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await openRun(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  console.table(await measured(page, session))
} finally {
  await browser.close()
  await server?.stop()
  rmSync(data, { recursive: true, force: true })
}

async function openRun(page: Page): Promise<void> {
  await newUser(page.request, 'frames')
  const algorithm = await newAlgorithm(page.request, 'Many positions', SCRIPT)
  const today = Math.floor(Date.now() / DAY) * DAY
  const period = {
    start: new Date(today - (DAYS + 40) * DAY).toISOString(),
    end: new Date(today - 40 * DAY).toISOString(),
  }
  const run = await runBacktest(page.request, algorithm, {
    instrumentId: 'EURUSD:SIM',
    initialBalance: 1_000_000,
    interval: 'M1',
    resolution: 1,
    ...period,
  })
  if (run.status !== 'Completed') throw new Error(`The run ended as ${run.status}: ${run.detail}`)
  const { count } = await callApi<{ count: number }>(
    page.request,
    'GET',
    `/api/backtest/${run.id}/positions/window?${new URLSearchParams({ instrumentId: 'EURUSD:SIM', ...period })}`,
  )
  console.log(`${DAYS} days of minutes, ${count} positions`)
  await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}?section=positions`)
  await page
    .getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
    .first()
    .waitFor()
}

async function measured(page: Page, session: CDPSession) {
  const chart = page.getByRole('group', { name: /Arrows move the crosshair/ })
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('No price chart')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 3 }
  await page.mouse.move(middle.x, middle.y)
  const figures: Record<string, object> = {}
  for (const { name, move } of MOVEMENTS) {
    await page.evaluate(recordFrames)
    const before = await taskSeconds(session)
    for (let step = 0; step < MOVES; step++) await move(page, middle, step)
    const busy = (await taskSeconds(session)) - before
    const gaps = (await page.evaluate('globalThis.stopFrames()')) as number[]
    const at = (share: number): number => Math.round(gaps[Math.floor(gaps.length * share)] ?? 0)
    const perFrame = Number(((busy * 1000) / gaps.length).toFixed(1))
    figures[name] = { frames: gaps.length, 'median ms': at(0.5), 'p95 ms': at(0.95), 'busy ms per frame': perFrame }
  }
  return figures
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** Runs in the page: collects the times between frames until it is stopped. */
function recordFrames(): void {
  const gaps: number[] = []
  let last = performance.now()
  let isOn = true
  const next = (now: number): void => {
    gaps.push(now - last)
    last = now
    if (isOn) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  Object.assign(globalThis, {
    stopFrames: () => {
      isOn = false
      return gaps.toSorted((a, b) => a - b)
    },
  })
}
