import { type APIRequestContext, expect } from '@playwright/test'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const SCRIPT = `
const fast = indicators.SMA('M15', 9)
const slow = indicators.SMA('M15', 30)
function onIntervalClose(bar) {
  if (!slow.ready) return
  plot('fast', fast.value())
  const up = fast.value(1) <= slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) >= slow.value(1) && fast.value() < slow.value()
  if (up) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 30 })
  if (down) sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 30 })
  if (up || down) log('Turned at', bar.close)
}
`

function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

/** The number of the position with the largest profit. */
async function positionsByProfit(request: APIRequestContext, id: string): Promise<number> {
  const answer = await request.get(`/api/backtest/${id}/positions`)
  const positions = (await answer.json()) as readonly { readonly id: number; readonly profit: number }[]
  return positions.toSorted((a, b) => b.profit - a.profit || a.id - b.id)[0]?.id ?? 0
}

test(
  'the sections of a result are reached by tabs, by the keyboard and by their address',
  { tag: '@full' },
  async ({ browser }) => {
    const { context, page, complaints } = await openScreens(browser, { views: [{ size: WIDE, scheme: 'dark' }] })
    await newUser(context.request, 'result')
    const algorithm = await newAlgorithm(context.request, 'Cross', SCRIPT)
    const run = await runBacktest(context.request, algorithm, {
      instrumentId: 'EURUSD:SIM',
      initialBalance: 10_000,
      interval: 'M15',
      resolution: 1,
      ...lastMonth(),
    })
    expect(run).toMatchObject({ status: 'Completed' })
    await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}`)
    const equity = page.getByRole('group', { name: 'Equity, balance and drawdown over time' })
    await expect(equity).toBeVisible()
    const box = await equity.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'the equity chart ends above the fold').toBeLessThan(WIDE.height)

    await page.getByRole('radiogroup', { name: 'Scale' }).getByText('%').click()
    await expect(page.getByRole('button', { name: /^Equity .*%$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Buy and hold EURUSD/ })).toBeVisible()

    await page.getByRole('tab', { name: 'Overview' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Positions' })).toBeFocused()
    await expect(page).toHaveURL(/section=positions/)
    await expect(page.getByRole('table', { name: 'Positions' })).toBeVisible()
    await expect(equity).toHaveCount(0)
    await page.getByRole('button', { name: 'Profit (USD)' }).click()
    const profits = page.getByRole('table', { name: 'Positions' }).getByRole('row').nth(1)
    const best = await positionsByProfit(context.request, run.id)
    await expect(profits.getByRole('cell').first()).toHaveText(String(best))

    await page.getByRole('tab', { name: 'Orders' }).click()
    await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toContainText('Market')
    await page.getByRole('tab', { name: 'Analysis' }).click()
    await page.getByRole('combobox', { name: 'Analysis screen' }).click()
    await page.getByRole('option', { name: 'Weekly Pips' }).click()
    await expect(page.getByRole('group', { name: 'Weekly Pips' })).toBeVisible()
    await page.getByRole('tab', { name: 'Analysis' }).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('group', { name: 'Log lines' })).toBeVisible()
    await page.setViewportSize(NARROW)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { name: 'Log' })).toBeInViewport()
    await page.setViewportSize(WIDE)

    await page.getByRole('button', { name: /^Details/ }).click()
    await expect(page.getByText('Prices and costs')).toBeVisible()
    await page.getByRole('button', { name: 'Reproducibility' }).click()
    await expect(page.getByRole('dialog').getByText('Result hash', { exact: true })).toBeVisible()
    expect(complaints).toEqual([])
    await context.close()
  },
)
