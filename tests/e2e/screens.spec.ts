import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { callApi, newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'

/**
 * Every screen, wide and narrow, dark and light: no complaint in the console, nothing serious from axe, no overflow.
 * Overflow depends on the width and contrast on the scheme, so the fast lane sees wide and dark, narrow and light.
 */
const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const
const SCHEMES = ['dark', 'light'] as const

const PICTURES = join(import.meta.dirname, '..', '..', 'test-results', 'screens')
mkdirSync(PICTURES, { recursive: true })

const SCRIPT = `
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 20)
function onIntervalClose(bar) {
  if (!slow.ready) return
  plot('fast', fast.value())
  const up = fast.value(1) <= slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) >= slow.value(1) && fast.value() < slow.value()
  if (up || down) closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 20 })
  if (down) sell({ quantity: 10000, stopLossPips: 20 })
  if (up || down) log('Turned at', bar.close)
}
`
const MONTH = {
  instrumentId: 'EURUSD:SIM',
  initialBalance: 10_000,
  interval: 'M15',
  resolution: 1,
  models: { slippage: { model: 'fixed', pips: 0.2 }, commission: { perLot: 7 } },
}

/** Trades of one day: prices without bid and ask, so that a run has a spread of its own. */
const TRADES = [
  'time,open,high,low,close,volume',
  ...Array.from({ length: 1440 }, (_, minute) => {
    const time = new Date(Date.UTC(2024, 0, 10) + minute * 60_000).toISOString().slice(0, 19)
    const price = (100 + Math.sin(minute / 90)).toFixed(3)
    return `${time},${price},${price},${price},${price},5`
  }),
].join('\n')
/** Far ahead, where no prices are: everybody may add such days. */
const HOLIDAYS = 'date,open,close\n2035-12-25,,\n2035-12-31,,14:00\n'
const TABLES = {
  instrumentId: 'BTCUSD:SCREENS',
  initialBalance: 10_000,
  interval: 'M15',
  resolution: 1,
  start: '2024-01-10T00:00:00.000Z',
  end: '2024-01-11T00:00:00.000Z',
  models: { spread: { model: 'hourly' }, funding: { hours: 8, rate: 0.0001 } },
  tables: {
    spreadByHour: Array.from({ length: 168 }, (_, hour) => 1 + (hour % 24) / 10),
    fundingRates: [
      [Date.UTC(2024, 0, 10, 8), 0.0003],
      [Date.UTC(2024, 0, 10, 16), -0.0001],
    ],
  },
}

/** The last month that the simulated market is sure to hold in full. */
function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

// A dozen screens with a look at each by axe: minutes on a machine that does other things besides.
test.describe.configure({ timeout: 300_000 })

for (const size of SIZES) {
  for (const scheme of SCHEMES) {
    const tag = (size.name === 'wide') === (scheme === 'dark') ? [] : ['@full']
    test(`screens of visitors and of market data, ${size.name} and ${scheme}`, { tag }, async ({ browser }) => {
      const { context, page, look, complaints } = await open(browser, size, scheme)
      await page.goto('/algorithms')
      await expect(page.getByRole('heading', { name: 'Moving average cross' })).toBeVisible()
      await look('algorithms-visitor')
      await page.goto('/market-data')
      await expect(page.getByText('Simulated').first()).toBeVisible()
      await look('market-data')
      await page.goto('/nowhere')
      await look('not-found')
      // The browser itself says of a page that is not there that it is not there.
      expect(complaints.splice(0)).toEqual([expect.stringMatching(/404.*\/nowhere\)$/)])
      await page.goto('/backtests')
      await look('backtests-visitor')

      await newUser(context.request, 'screens')
      await sendFile(context.request, '/api/market-data/calendars', { format: 'csv', add: 'true' }, HOLIDAYS)
      await importTrades(context.request)
      await page.goto('/market-data')
      await expect(page.getByRole('heading', { name: 'Forex week' })).toBeVisible()
      await expect(page.getByText('Tue 2035-12-25')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Report: 1,440 rows/ }).first()).toBeVisible()
      await look('market-data-own')
      await page.getByRole('button', { name: 'Import holidays' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText('Please choose a file')).toBeVisible()
      await look('holidays-dialog')
      expect(complaints).toEqual([])
      await context.close()
    })

    test(`screens of algorithms and runs, ${size.name} and ${scheme}`, { tag }, async ({ browser }) => {
      const { login, algorithm, good, broken, bad } = await (owned ??= makeRuns(browser))
      const { context, page, look, complaints } = await open(browser, size, scheme, login)
      await page.goto('/algorithms')
      await expect(page.getByText('Fast and slow').first()).toBeVisible()
      await look('algorithms-own')
      await page.goto(`/algorithms/${algorithm.id}/edit`)
      await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('onIntervalClose')
      await look('editor')
      await page.getByRole('button', { name: 'New Backtest' }).first().click()
      await expect(
        page.getByRole('dialog', { name: 'New Backtest' }).getByRole('button', { name: 'Run', exact: true }),
      ).toBeVisible()
      await look('new-backtest')
      await page.getByRole('button', { name: 'Prices and costs' }).click()
      await expect(page.getByRole('combobox', { name: 'Accounting' })).toBeVisible()
      await look('new-backtest-costs')
      await page.goto(`/algorithms/${algorithm.id}/backtest`)
      await expect(page.getByText('Completed').first()).toBeVisible()
      await look('backtests')
      await page.goto(`/algorithms/${algorithm.id}/backtest/${good.id}`)
      await expect(page.getByText('Position Count').first()).toBeVisible()
      await expect(page.getByText('Where the profit comes from')).toBeVisible()
      await look('result')
      await page.goto(`/algorithms/${broken.id}/backtest/${bad.id}`)
      await expect(page.getByText(/undefined/).first()).toBeVisible()
      await look('errored')
      await page.goto('/backtests')
      await expect(page.getByText('Errored').first()).toBeVisible()
      await look('backtests-all')
      expect(complaints).toEqual([])
      await context.close()
    })
  }

  test(`screens of a run with tables, ${size.name}`, async ({ browser }) => {
    const { context, page, look, complaints } = await open(browser, size, size.name === 'wide' ? 'dark' : 'light')
    await newUser(context.request, 'tables')
    await importTrades(context.request)
    const algorithm = await newAlgorithm(context.request, 'Fast and slow', SCRIPT)
    const run = await runBacktest(context.request, algorithm, TABLES)
    expect(run).toMatchObject({ status: 'Completed' })
    await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}`)
    await expect(page.getByRole('img', { name: /^Spread by hour of the week: 1 to 3.3 pips/ })).toBeVisible()
    await expect(page.getByText('2024-01-10 08:00').first()).toBeVisible()
    await look('result-tables')
    await page.getByRole('button', { name: 'Run Again' }).click()
    await page.getByRole('button', { name: 'Prices and costs' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /^Spread by hour of the week/ })).toBeVisible()
    await expect(page.getByText(/^2 rates, 2024-01-10 08:00 to 2024-01-10 16:00/)).toBeVisible()
    await look('run-again-tables')
    expect(complaints).toEqual([])
    await context.close()
  })
}

/** Runs and the login of their owner: made by the first who looks, the same for all. */
let owned: ReturnType<typeof makeRuns> | undefined

async function makeRuns(browser: Browser) {
  const context = await browser.newContext()
  const { request } = context
  await newUser(request, 'screens')
  const algorithm = await newAlgorithm(request, 'Fast and slow', SCRIPT)
  const good = await runBacktest(request, algorithm, { ...MONTH, ...lastMonth() })
  expect(good).toMatchObject({ status: 'Completed' })
  const broken = await newAlgorithm(request, 'Broken', 'function onTick(tick) {\n  tick.time.nothing.there\n}\n')
  const bad = await runBacktest(request, broken, { ...MONTH, ...lastMonth() })
  expect(bad).toMatchObject({ status: 'Errored' })
  const login = await context.storageState()
  await context.close()
  return { login, algorithm, good, broken, bad }
}

/** Its data are there afterwards. */
async function importTrades(request: APIRequestContext): Promise<void> {
  const fields = { instrumentId: TABLES.instrumentId, format: 'csv', timezone: 'UTC' }
  const { id } = await sendFile<{ id: string }>(request, '/api/market-data/imports', fields, TRADES)
  const path = `/api/market-data/imports/${id}`
  const status = async () => (await callApi<{ status: string }>(request, 'GET', path)).status
  // The test's own time limit ends the wait.
  await expect.poll(status, { timeout: 0 }).toBe('Completed')
}

async function sendFile<Answer>(
  request: APIRequestContext,
  path: string,
  fields: Readonly<Record<string, string>>,
  text: string,
): Promise<Answer> {
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  const answer = await request.post(path, { multipart: { ...fields, file } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Answer
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Screens {
  readonly context: BrowserContext
  readonly page: Page
  /** What the console has said; must stay empty. */
  readonly complaints: string[]
  readonly look: (name: string) => Promise<void>
}

async function open(
  browser: Browser,
  size: (typeof SIZES)[number],
  scheme: (typeof SCHEMES)[number],
  login: StorageState = { cookies: [], origins: [] },
): Promise<Screens> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    storageState: login,
  })
  // The page stores the user's choice under this name.
  await context.addInitScript((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme)
  const page = await context.newPage()
  const look = (name: string): Promise<void> => inspect(page, `${name}-${size.name}-${scheme}`)
  return { context, page, complaints: watchConsole(page), look }
}

async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await writeFile(join(PICTURES, `${name}.png`), await stillPicture(page, !name.startsWith('editor')))
  // The code editor is another project's; its own accessibility is not ours to judge here.
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect.soft(serious.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft({ name, overflow: Math.max(0, overflow) }).toEqual({ name, overflow: 0 })
}

/** Charts draw in the frames after their data: what is judged is the picture that stays the same. */
async function stillPicture(page: Page, fullPage: boolean): Promise<Buffer> {
  for (let last = await page.screenshot({ fullPage }); ;) {
    const next = await page.screenshot({ fullPage })
    if (next.equals(last)) return next
    last = next
  }
}
