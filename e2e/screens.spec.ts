import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'

/** Every screen, wide and narrow, dark and light: no complaint in the console, nothing serious from axe, no overflow. */
const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const
const SCHEMES = ['dark', 'light'] as const

const SCRIPT = `
const quick = indicators.SMA('M15', 5)
const calm = indicators.SMA('M15', 20)
function onIntervalClose(bar) {
  if (!calm.ready) return
  plot('quick', quick.value())
  const up = quick.value(1) <= calm.value(1) && quick.value() > calm.value()
  const down = quick.value(1) >= calm.value(1) && quick.value() < calm.value()
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

/** The last month that the simulated market is sure to hold in full. */
function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

for (const size of SIZES) {
  for (const scheme of SCHEMES) {
    test(`screens, ${size.name} and ${scheme}`, async ({ browser }) => {
      const { context, page } = await open(browser, size, scheme)
      const complaints = watchConsole(page)
      const look = (name: string) => inspect(page, `${name}-${size.name}-${scheme}`)

      await page.goto('/algorithms')
      await expect(page.getByRole('heading', { name: 'Moving average cross' })).toBeVisible()
      await look('algorithms-visitor')
      await page.goto('/market-data')
      await expect(page.getByText('Simulated').first()).toBeVisible()
      await look('market-data')
      await page.goto('/nowhere')
      await look('not-found')
      await page.goto('/backtests')
      await look('backtests-visitor')

      await newUser(context.request, 'screens')
      const algorithm = await newAlgorithm(context.request, 'Quick and calm', SCRIPT)
      const good = await runBacktest(context.request, algorithm, { ...MONTH, ...lastMonth() })
      expect(good).toMatchObject({ status: 'Completed' })
      const broken = await newAlgorithm(
        context.request,
        'Broken',
        'function onTick(tick) {\n  tick.time.nothing.there\n}\n',
      )
      const bad = await runBacktest(context.request, broken, { ...MONTH, ...lastMonth() })
      expect(bad).toMatchObject({ status: 'Errored' })

      await page.goto('/algorithms')
      await expect(page.getByText('Quick and calm').first()).toBeVisible()
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
}

async function open(
  browser: Browser,
  size: (typeof SIZES)[number],
  colorScheme: (typeof SCHEMES)[number],
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion: 'reduce' })
  // Dark is the default whatever the system says; the page keeps a choice under this name.
  await context.addInitScript((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), colorScheme)
  return { context, page: await context.newPage() }
}

async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  // Charts draw in the frames after their data; what is judged is the picture that stays.
  await page.waitForTimeout(600)
  await page.screenshot({ path: `../test-results/screens/${name}.png`, fullPage: !name.startsWith('editor') })
  // The code editor is another project's; its own accessibility is not ours to judge here.
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect.soft(serious.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft({ name, overflow: Math.max(0, overflow) }).toEqual({ name, overflow: 0 })
}
