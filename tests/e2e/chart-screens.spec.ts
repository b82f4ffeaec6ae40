import { expect } from '@playwright/test'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const SCRIPT = `function onIntervalClose(bar) {
  plot('middle', (bar.high + bar.low) / 2)
  plot('range', bar.high - bar.low, { pane: 'study' })
  if (positions.count === 0) buy({ quantity: 1000, takeProfitPips: 5, stopLossPips: 5 })
}`
const DAY = 86_400_000

// Many views, each checked by axe, take minutes on a busy machine.

test(
  'a price chart shows every type, its menus and its dialogs, wide and narrow',
  { tag: '@full' },
  async ({ browser }) => {
    const { context, page, complaints, look } = await openScreens(browser, {
      views: [
        { size: WIDE, scheme: 'dark' },
        { size: NARROW, scheme: 'light' },
      ],
    })
    await newUser(context.request, 'charts')
    const algorithm = await newAlgorithm(context.request, 'Charted', SCRIPT)
    const run = await runBacktest(context.request, algorithm, {
      instrumentId: 'EURUSD:SIM',
      initialBalance: 10_000,
      interval: 'M15',
      resolution: 1,
      start: new Date(Date.now() - 40 * DAY).toISOString(),
      end: new Date(Date.now() - 33 * DAY).toISOString(),
    })
    await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}?section=positions`)
    const tools = page.getByRole('toolbar', { name: 'Chart tools' })
    const looks = tools.getByRole('button', { name: /, bid$/ })
    await expect(page.getByRole('button', { name: 'Show middle' })).toBeVisible()
    for (const [type, legend] of [
      ['OHLC', 'range'],
      ['Spline', 'range'],
      ['Heikin-Ashi', 'Heikin-Ashi'],
      ['Renko', /Renko, [\d.]+ pips/],
    ] as const) {
      await looks.click()
      await page.getByRole('menuitemradio', { name: type }).click()
      await page.keyboard.press('Escape')
      await expect(looks).toHaveText(`${type}, bid`)
      await expect(page.getByText(legend).first()).toBeVisible()
    }
    await look('chart-renko')
    await looks.click()
    await expect(page.getByRole('menuitemradio', { name: 'Renko' })).toHaveAttribute('aria-checked', 'true')
    await look('chart-look-menu')
    await page.getByRole('menuitemradio', { name: 'Candlestick' }).click()
    await page.keyboard.press('Escape')
    await tools.getByRole('button', { name: /^Indicators/ }).click()
    await page.keyboard.press('Escape')
    await tools.getByRole('button', { name: 'Draw', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveAttribute('aria-disabled', 'true')
    await look('chart-drawing-bar')
    await tools.getByRole('button', { name: 'Show as table' }).click()
    await expect(page.getByText(/^EURUSD, \d+ bars of 15 min from/)).toBeVisible()
    await look('chart-table')
    await tools.getByRole('button', { name: 'Snapshot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click()
    await expect(page.getByRole('textbox', { name: 'Link to the snapshot' })).toHaveValue(/\/chart\/[\w-]+\.png$/)
    await look('chart-snapshot')
    expect(complaints).toEqual([])

    await page.route('**/public-api/chart-image', (route) => route.fulfill({ status: 500, body: '' }))
    await page.keyboard.press('Escape')
    await tools.getByRole('button', { name: 'Snapshot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click()
    await expect(page.getByText('Error creating snapshot. Please try again.')).toBeVisible()
    await page.route('**/public-api/historical-prices?*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByRole('alert').getByText('Error retrieving data!')).toBeVisible()
    await page.unroute('**/public-api/historical-prices?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Show middle' })).toBeVisible()
    await context.close()
  },
)
