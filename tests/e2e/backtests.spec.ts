import { expect, type Page } from '@playwright/test'
import { backtestEnd, callApi, newAlgorithm, newUser, queueBacktest, runBacktest } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

const SETTINGS = { instrumentId: 'EURUSD:SIM', interval: 'M15', resolution: 1, ...lastWholeMonth() }
const GOOD = `const externals = [{ name: 'distance', defaultValue: 10 }]
function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: distance }) }`
const BROKEN = 'function onIntervalClose() { throw new Error("broken") }'
const ENDLESS = `let sum = 0
function onTick(tick) { for (let i = 0; i < 100000; i++) sum = (sum * 31 + tick.bid * i) % 1000003 }`

const rows = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const filterBar = (page: Page) => page.getByRole('search', { name: 'Filter backtests' })

async function removeUnfinished(page: Page): Promise<void> {
  const left = await callApi<{ id: string; status: string }[]>(page.request, 'GET', '/api/backtests')
  for (const { id, status } of left) {
    if (status === 'Queued') await page.request.delete(`/api/backtest/${id}`)
    if (status === 'In Progress') await page.request.patch(`/api/backtest/${id}`, { data: { status: 'Stopped' } })
  }
  for (const { id, status } of left) if (status === 'In Progress') await backtestEnd(page.request, id)
}

test('every outcome of a backtest is in the list, which can be filtered, annotated and cleared', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'outcomes')
  const good = await newAlgorithm(page.request, 'Good one', GOOD)
  const broken = await newAlgorithm(page.request, 'Broken one', BROKEN)
  const endless = await newAlgorithm(page.request, 'Endless one', ENDLESS)
  expect(await runBacktest(page.request, good, SETTINGS)).toMatchObject({ status: 'Completed' })
  expect(await runBacktest(page.request, broken, SETTINGS)).toMatchObject({ status: 'Errored' })
  // More than there are runners (main.ts), so that some still wait after one of them was stopped.
  for (let run = 0; run < 5; run++) await queueBacktest(page.request, endless, SETTINGS)

  await page.goto('/backtests')
  await expect(rows(page, 'In Progress').first()).toBeVisible()
  await expect(rows(page, 'Queued').first()).toBeVisible()
  await rows(page, 'In Progress')
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await expectToast(page, 'Stop signal sent. Backtest will stop shortly', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Stop backtest' }).click(),
  )
  await expect(rows(page, 'Stopped').first()).toBeVisible()
  const queued = await rows(page, 'Queued').count()
  await rows(page, 'Queued')
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await expectToast(page, 'Backtest cancelled', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Cancel backtest' }).click(),
  )
  await expect.poll(() => rows(page, 'Queued').count()).toBeLessThan(queued)
  await removeUnfinished(page)

  // Filters stand in the address, and the totals follow them.
  await filterBar(page).getByRole('button', { name: 'All statuses' }).click()
  await page.getByRole('checkbox', { name: 'Errored', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=Errored/)
  await expect(rows(page, 'Good one')).toHaveCount(0)
  await expect(page.getByText('0 of 1 completed')).toBeVisible()
  await page.reload()
  await expect(rows(page, 'Broken one')).toHaveCount(1)
  await expect(rows(page, 'Good one')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page, 'Good one')).toHaveCount(1)

  // A star and a note.
  await rows(page, 'Good one').getByRole('button', { name: 'Star' }).click()
  await filterBar(page).getByRole('button', { name: 'Starred only' }).click()
  await expect(rows(page, 'Broken one')).toHaveCount(0)
  await rows(page, 'Good one')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  await page.getByRole('dialog', { name: 'Note' }).getByRole('textbox').fill('Wider stop next time')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('cell', { name: 'Wider stop next time' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await filterBar(page).getByRole('searchbox').fill('wider')
  await expect(rows(page, 'Broken one')).toHaveCount(0)
  await expect(rows(page, 'Good one')).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page, 'Broken one')).toHaveCount(1)

  // Optimize and Trade lead to pages that explain themselves.
  await rows(page, 'Good one')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Optimize' }).click()
  await expect(page.getByText('No optimisations')).toBeVisible()
  await page.getByRole('navigation', { name: 'Algorithm' }).getByRole('link', { name: 'Trade' }).click()
  await expect(page.getByText('No trading sessions')).toBeVisible()
  await page.goto('/backtests')

  // Everything at once.
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete \d+ backtests$/ })
    .click()
  await expect(page.getByText('No backtests')).toBeVisible()
  expect(complaints).toEqual([])
})

test(
  'rows are selected from one to another and cleared with a key, and the sorting stands in the address',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    await newUser(page.request, 'ranges')
    const algorithm = await newAlgorithm(page.request, 'Ranges', GOOD)
    for (const distance of [10, 20, 30, 40]) {
      await runBacktest(page.request, algorithm, { ...SETTINGS, externals: { distance } })
    }
    await page.goto(`/algorithms/${algorithm.id}/backtest`)
    const boxes = page.getByRole('checkbox', { name: /^Select the / })
    await boxes.nth(0).check()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 backtests selected')).toBeVisible()
    await expect(boxes.nth(1)).toBeChecked()
    await expect(boxes.nth(3)).not.toBeChecked()
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true)

    // A menu that is closed with the same key leaves the selection alone.
    const table = page.getByRole('table', { name: 'Backtests' })
    await table
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem', { name: 'Add note' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByText('3 backtests selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/backtests? selected$/)).toHaveCount(0)

    const profit = page.getByRole('columnheader', { name: /^Profit \(%\)/ })
    const created = table.getByRole('row').getByRole('link')
    const ordered = () => created.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await profit.getByRole('button').click()
    await expect(page).toHaveURL(/[?&]order=-profit$/)
    await expect(profit).toHaveAttribute('aria-sort', 'descending')
    const sorted = await ordered()
    expect(sorted).toHaveLength(4)
    await page.reload()
    await expect(profit).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(ordered).toEqual(sorted)
    await created.first().click()
    await expect(page).toHaveURL(/\/backtest\/[\da-f-]{36}/)
    await page.goBack()
    await expect(profit).toHaveAttribute('aria-sort', 'descending')
    expect(complaints).toEqual([])
  },
)

test('inputs are changed on the result and run again in place', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'inputs')
  const good = await newAlgorithm(page.request, 'In place', GOOD)
  const { id } = await runBacktest(page.request, good, SETTINGS)
  await page.goto(`/algorithms/${good.id}/backtest/${id}?section=log`)
  await page.getByRole('button', { name: 'Change inputs' }).click()
  const inputs = page.getByRole('form', { name: 'Inputs' })
  await inputs.getByLabel('distance').fill('25')
  await inputs.getByLabel('Initial balance (USD)').fill('5000')
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page).toHaveURL(/section=log/)
  const strip = page.locator('section').filter({ hasText: 'Against the previous run' })
  await expect(strip).toContainText('distance')
  await expect(strip).toContainText('Initial balance 10,000.00 → 5,000.00')
  await expect(strip.getByText('Maximum drawdown')).toBeVisible()
  await strip.getByRole('link', { name: 'Back to previous' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  expect(complaints).toEqual([])
})
