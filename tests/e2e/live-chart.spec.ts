import { expect } from '@playwright/test'
import { callApi, newAlgorithm, newUser, queueBacktest } from './api.ts'
import { watchConsole } from './browser.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

const SCRIPT = `let sum = 0
function onIntervalClose(bar) {
  for (let i = 0; i < 100000; i++) sum = (sum * 31 + bar.close * i) % 1000003
  if (positions.count > 0) closeAll()
  else buy({ quantity: 1000 })
}`

test('the price chart of a backtest in progress follows it', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'live')
  const algorithm = await newAlgorithm(page.request, 'Followed', SCRIPT)
  const { id } = await queueBacktest(page.request, algorithm, {
    instrumentId: 'EURUSD:SIM',
    resolution: 1,
    interval: 'M1',
    ...lastWholeMonth(),
  })
  await page.goto(`/backtests/${id}`)
  const chart = page.getByRole('group', { name: /Prices that the run has reached/ })
  await expect(chart).toBeVisible()
  await expect(page.getByText(/Bid 1\.\d{5} · Ask 1\.\d{5}/)).toBeVisible()
  // The legend has the time of the last bar in view, which goes on.
  const frame = page.locator('[data-tour="chart"]')
  const shown = async () => /\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.exec(await frame.innerText())?.[0] ?? ''
  await expect.poll(shown).not.toBe('')
  const before = await shown()
  await expect.poll(async () => (await shown()) > before).toBe(true)
  await callApi(page.request, 'PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
  await expect(chart).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  expect(complaints).toEqual([])
})
