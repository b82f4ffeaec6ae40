import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { gbpusdFiles, hasRealData } from './market-fixtures.ts'
import { test } from './test.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'shared', 'design', 'examples', 'sma-cross.js')

test('a run in the browser shows the numbers on which two independent engines agree', async ({ page }) => {
  test.skip(!hasRealData, '../shared/data is absent')
  await newUser(page.request, 'numbers')
  const algorithm = await newAlgorithm(page.request, 'Cross of averages', readFileSync(EXAMPLE, 'utf8'))
  await page.goto(`/algorithms/${algorithm.id}/backtest`)
  await page.getByRole('button', { name: 'New Backtest' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Backtest' })
  await dialog.getByRole('combobox', { name: 'Instrument' }).click()
  await page.getByRole('option', { name: /GBP\/USD FXCM/ }).click()
  await dialog.getByRole('combobox', { name: 'Interval' }).click()
  await page.getByRole('option', { name: '1 min', exact: true }).click()
  await dialog.getByLabel('Start (UTC)').fill('02/01/2012')
  await page.keyboard.press('Escape')
  // The other engines took the minute after the last full day, too.
  await dialog.getByLabel('End now (with the last data)').check()
  await dialog.getByLabel('Initial balance (USD)').fill('1000000')
  await dialog.getByRole('button', { name: 'Prices and costs' }).click()
  await dialog.getByRole('combobox', { name: 'Prices' }).click()
  await page.getByRole('option', { name: 'Bid for both sides' }).click()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()

  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('2012-02-01 to 2012-03-01', { exact: true })).toBeVisible()
  await expect(page.locator('dl').filter({ hasText: 'Equity' }).getByText('998,933.00').first()).toBeVisible()
  // 1,200 closed positions and one that is still open.
  await expect(page.getByText('1,201').first()).toBeVisible()
  await expect(page.getByText(/·\s1\sopen$/)).toBeVisible()
})

const TIGHT = `
let bars = 0
function onIntervalClose(bar) {
  bars++
  if (bars % 12 === 0) buy({ quantity: 20000, stopLossPips: 8, takeProfitPips: 10 })
  if (bars % 12 === 6) sell({ quantity: 10000, stopLossPips: 8, takeProfitPips: 10 })
}
`
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** As shown on screen: the sign in front, with a true minus. */
function shown(value: number): string {
  const text = money.format(Math.abs(value))
  if (!/[1-9]/.test(text)) return text
  return `${value < 0 ? '−' : '+'}${text}`
}

interface TerminalResult {
  readonly statistics: Record<string, number>
  readonly positions: readonly (Record<string, number> & { profit: number })[]
}

/** The result of `bin/tradeloom` for the same run. */
function terminalResult(script: string): TerminalResult {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-terminal-'))
  try {
    const file = join(folder, 'tight.js')
    writeFileSync(file, script)
    const files = gbpusdFiles().flatMap((path) => ['--file', path])
    // The last full day, which the dialog suggests.
    const period = ['--from', '2012-02-01', '--to', '2012-02-29', '--interval', 'M15']
    const costs = ['--slippage', '0.2', '--commission', 'lot=7,min=1', '--swap', 'long=-0.6,short=0.2,triple=wed']
    const market = ['--instrument', 'GBPUSD:FXCM', '--format', 'fxcm', ...files]
    const options = ['backtest', '--script', file, ...market, ...period, ...costs, '--json']
    // Playwright forces colors in every program, but JSON must not contain any.
    const { FORCE_COLOR: _, ...env } = process.env
    const program = join(import.meta.dirname, '..', '..', 'bin', 'tradeloom')
    const ran = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 1e9, env })
    if (ran.status !== 0) throw new Error(ran.stderr)
    return JSON.parse(ran.stdout) as TerminalResult
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test(
  'costs set in the dialog match those of the terminal, in total and by position',
  { tag: '@full' },
  async ({ page }) => {
    test.skip(!hasRealData, '../shared/data is absent')
    const complaints = watchConsole(page)
    await newUser(page.request, 'costs')
    const algorithm = await newAlgorithm(page.request, 'Tight', TIGHT)
    await page.goto(`/algorithms/${algorithm.id}/backtest`)
    await page.getByRole('button', { name: 'New Backtest' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New Backtest' })
    await dialog.getByRole('combobox', { name: 'Instrument' }).click()
    await page.getByRole('option', { name: /GBP\/USD FXCM/ }).click()
    await dialog.getByLabel('Start (UTC)').fill('02/01/2012')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Prices and costs' }).click()
    await dialog.getByLabel('Slippage (pips)').fill('0.2')
    await dialog.getByLabel('Commission per lot (in account currency)').fill('7')
    await dialog.getByLabel('Minimum commission per fill (in account currency)').fill('1')
    await dialog.getByRole('combobox', { name: 'Swap', exact: true }).click()
    await page.getByRole('option', { name: 'Pips per night' }).click()
    await dialog.getByLabel('Swap long (pips)').fill('-0.6')
    // An invalid value is reported, prevents the run and is kept.
    await dialog.getByLabel('Swap short (pips)').fill('-')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(dialog.getByText('Must be a number from −1,000 to 1,000')).toBeVisible()
    await dialog.getByLabel('Swap short (pips)').fill('0.2')
    const line = 'Slippage 0.2 pips; commission 7 per lot, at least 1; swap −0.6 long and +0.2 short pips per night'
    await expect(dialog.getByText(line)).toBeVisible()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()

    const { statistics, positions } = terminalResult(TIGHT)
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Details/ }).click()
    await expect(page.getByText(line)).toBeVisible()
    const waterfall = page.getByRole('table', { name: 'From gross to net profit' })
    const row = (name: string) => waterfall.getByRole('row', { name: new RegExp(`^${name}`) })
    const read = (key: string): number => statistics[key] ?? Number.NaN
    await expect(row('Gross profit')).toContainText(shown(read('grossProfit')))
    for (const [name, key] of [
      ['Spread', 'spreadCost'],
      ['Slippage', 'slippageCost'],
      ['Commission', 'commission'],
      ['Swap', 'swapCost'],
    ] as const) {
      expect(read(key)).not.toBe(0)
      await expect(row(name)).toContainText(shown(-read(key)))
    }
    await expect(row('Net profit')).toContainText(shown(read('profit')))

    const first = positions[0]
    await page.getByRole('tab', { name: 'Positions' }).click()
    const table = page.getByRole('table', { name: 'Positions' })
    const cells = table.getByRole('row').nth(1)
    const costs = ['spreadCost', 'slippageCost', 'commission', 'swapCost', 'fundingCost'].map(
      (key) => first?.[key] ?? 0,
    )
    const paid = costs.reduce((sum, cost) => sum + cost, 0)
    await expect(cells.getByRole('cell', { name: shown(first?.profit ?? 0), exact: true })).toHaveCount(1)
    await expect(cells.getByRole('cell', { name: money.format(paid), exact: true })).toHaveCount(1)
    await expect(cells.getByRole('cell', { name: shown(first?.['mae'] ?? 0), exact: true }).first()).toBeVisible()
    await expect(
      page.getByText(`n = ${positions.filter(({ closeTime }) => closeTime !== null).length}`).first(),
    ).toBeVisible()

    // Run Again restores all settings.
    await page.getByRole('button', { name: 'Run Again' }).click()
    await expect(page.getByRole('dialog', { name: 'Run Again' }).getByText(line)).toBeVisible()
    expect(complaints).toEqual([])
  },
)
