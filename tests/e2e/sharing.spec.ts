import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

const SCRIPT = `const externals = [{ name: 'distance', defaultValue: 10 }]
function onIntervalClose(bar) {
  if (positions.count > 0) return
  if (bar.close > bar.open) buy({ quantity: 1000, stopLossPips: distance, takeProfitPips: distance, tag: 'rise' })
  else sell({ quantity: 1000, stopLossPips: distance, takeProfitPips: distance })
}`
const SETTINGS = { instrumentId: 'EURUSD:SIM', interval: 'M15', resolution: 1, ...lastWholeMonth() }
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test(
  'runs are compared, printed whole, shared as a picture, and a tour leads through the result',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    await page.addInitScript(() => {
      // A real print dialog would end the print view at once.
      window.print = () => (document.documentElement.dataset['printed'] = 'yes')
    })
    await newUser(page.request, 'sharing')
    const algorithm = await newAlgorithm(page.request, 'Sharing', SCRIPT)
    const narrow = await runBacktest(page.request, algorithm, { ...SETTINGS, externals: { distance: 10 } })
    const wide = await runBacktest(page.request, algorithm, { ...SETTINGS, externals: { distance: 40 } })

    await page.goto('/backtests')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page).toHaveURL(/compare\?ids=/)
    await expect(
      page.getByRole('table', { name: 'What differs' }).getByRole('row', { name: /distance/ }),
    ).toContainText(/10.*40|40.*10/)
    await expect(page.getByRole('table', { name: 'What differs' }).getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('table', { name: 'Metrics' }).getByRole('row').nth(5)).toBeVisible()
    await page.getByText('Same start', { exact: true }).click()
    await expect(page.getByText(/^\d+ d \d\d:\d\d from the start$/)).toBeVisible()

    await page.goto(`/algorithms/${algorithm.id}/backtest/${wide.id}?section=analysis`)
    await expect(page.getByRole('table', { name: 'Profit by tag' }).getByRole('row', { name: /rise/ })).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
    const sheet = page.getByRole('article', { name: /^Print view of Sharing/ })
    for (const title of [
      'Daily Profit',
      'Monthly Pips',
      'Position Tag: Profit',
      'Position Duration: Count',
      'Metrics',
      'Orders',
    ]) {
      await expect(sheet.getByRole('heading', { name: title, exact: true }), title).toBeVisible()
    }
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)

    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Picture to share' }).click()
    const picture = page.getByRole('dialog', { name: 'Picture to share' })
    await expect(picture.getByRole('img', { name: /^Headline figures and equity curve of Sharing/ })).toBeVisible()
    const saved = page.waitForEvent('download')
    await picture.getByRole('link', { name: 'Download' }).click()
    expect(readFileSync(await (await saved).path()).subarray(0, 8)).toEqual(PNG)
    await page.keyboard.press('Escape')

    await page.goto(`/algorithms/${algorithm.id}/backtest/${narrow.id}`)
    // A tour leads through what is on the page.
    await expect(page.getByRole('group', { name: 'Equity, balance and drawdown over time' })).toBeVisible()
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Tour of the result' }).click()
    for (const title of ['The figures that matter most', 'Sections', 'Equity and drawdown']) {
      await expect(page.getByRole('dialog').getByText(title, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.getByRole('menuitem', { name: 'Tour of the result' }).getByLabel('taken')).toBeVisible()
    expect(complaints).toEqual([])
  },
)
