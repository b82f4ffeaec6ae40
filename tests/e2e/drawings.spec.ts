import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

interface Stored {
  readonly items: readonly { readonly kind: string; readonly color: string; readonly points: readonly object[] }[]
}

const SCRIPT = `function onIntervalClose(bar) { if (bar.close > 0) buy({ quantity: 1000, takeProfitPips: 5, stopLossPips: 5 }) }`

/** Clicks places on the price chart, given as fractions of its size. */
async function clickChart(page: Page, ...places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.getByRole('group', { name: /Arrows move the crosshair/ }).boundingBox()
  if (box === null) throw new Error('No price chart')
  for (const [x, y] of places) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('what a user draws on a price chart is kept with the instrument', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'draws')
  const algorithm = await newAlgorithm(page.request, 'Drawn', SCRIPT)
  const run = await runBacktest(page.request, algorithm, {
    instrumentId: 'EURUSD:SIM',
    initialBalance: 10_000,
    interval: 'M15',
    resolution: 1,
    start: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    end: new Date(Date.now() - 33 * 86_400_000).toISOString(),
  })
  const stored = () => callApi<Stored>(page.request, 'GET', '/api/drawings/EURUSD:SIM')
  const kinds = async () => (await stored()).items.map(({ kind }) => kind)
  await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}?section=positions`)
  await expect(page.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' })
  await tools.getByRole('button', { name: 'Trend line' }).click()
  await clickChart(page, [0.3, 0.4], [0.6, 0.55])
  await expect.poll(kinds).toEqual(['trend'])
  await tools.getByRole('button', { name: 'Horizontal line' }).click()
  await clickChart(page, [0.5, 0.7])
  await expect.poll(kinds).toEqual(['trend', 'horizontal'])
  await page.keyboard.press('Delete')
  await expect.poll(kinds).toEqual(['trend'])
  await page.keyboard.press('Control+z')
  await expect.poll(kinds).toEqual(['trend', 'horizontal'])

  await page.reload()
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await tools.getByRole('button', { name: 'Drawings: 2' }).click()
  await page.getByRole('menuitem', { name: /Trend line/ }).click()
  await page.getByRole('button', { name: 'Red', exact: true }).click()
  await expect.poll(async () => (await stored()).items[0]?.color).toBe('#e5485d')
  expect((await stored()).items[0]?.points).toHaveLength(2)
  expect(complaints).toEqual([])
})
