import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const SCRIPT = `const externals = [
  { name: 'fast', defaultValue: 5 },
  { name: 'slow', defaultValue: 20 },
  { name: 'stopPips', defaultValue: 20 },
]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (!slowAverage.ready) return
  const isUp = fastAverage.value() > slowAverage.value()
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000, stopLossPips: stopPips })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000, stopLossPips: stopPips })
  }
}
`

interface Queued {
  readonly id: string
}

/** The month before the last one, whose prices the simulated market has. */
function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

test('charts of an optimization, and how much of it is luck', { tag: '@full' }, async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(context.request, 'charts')
  const algorithm = await newAlgorithm(context.request, 'Fast and slow', SCRIPT)
  const settings = {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.versionId,
    instrumentId: 'EURUSD:SIM',
    interval: 'M15',
    ...lastMonth(),
    externalsSettings: [
      { name: 'fast', start: 4, end: 16, count: 4 },
      { name: 'slow', start: 20, end: 60, count: 5 },
      { name: 'stopPips', start: 10, end: 30, count: 2 },
    ],
    objectives: [
      { metric: 'profit', better: 'higher' },
      { metric: 'maxDrawdown', better: 'lower' },
    ],
  }
  const queued = await callApi<Queued>(context.request, 'POST', '/api/optimisation', settings)
  const address = `/algorithms/${algorithm.id}/optimize/${queued.id}`
  await page.goto(address)
  // The page follows the run: nobody reloads it.
  const runs = page.getByRole('group', { name: /^Profit and maximum drawdown of 40 backtests/ })
  await expect(runs).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 120_000 })

  await page.setViewportSize(NARROW)
  await expect.poll(() => unpainted(page)).toEqual([])
  await page.setViewportSize(WIDE)
  await expect.poll(() => unpainted(page)).toEqual([])

  await page.getByRole('button', { name: 'Show Externals/Profit' }).click()
  await expect(page.getByRole('group', { name: /by the value of fast/ })).toBeVisible()
  await look('optimization')

  const heatMap = page.getByRole('group', { name: /over fast and slow\. Arrow keys/ })
  await heatMap.focus()
  await page.keyboard.press('ArrowRight')
  await expect(heatMap.getByRole('status')).toContainText('fast 8, slow 20')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('group', { name: 'Brushed backtests' })
  await expect(bar.getByRole('status')).toHaveText('2 of 40 backtests')
  await bar.getByRole('button', { name: 'Show all' }).click()
  await expect(bar.getByRole('status')).toHaveCount(0)

  await page.goto(`${address}/luck`)
  await expect(page.getByRole('heading', { name: 'How much of this is luck?' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Best, plateau and median' })).toBeVisible()
  await expect(page.getByText(/, after 40 trials\.$/)).toBeVisible()
  await look('luck')
  await page.goto(`/optimizations/${queued.id}/luck`)
  await expect(page.getByRole('table', { name: 'Best, plateau and median' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the optimization' }).click()
  await expect(runs).toBeVisible()

  const walkForward = { trainDays: 10, testDays: 5, matrix: { trainDays: [5], testDays: [3] } }
  const [fast] = settings.externalsSettings
  const walk = await callApi<Queued>(context.request, 'POST', '/api/optimisation', {
    ...settings,
    externalsSettings: [fast],
    walkForward,
  })
  await page.goto(`/optimizations/${walk.id}`)
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 120_000 })
  const windows = page.getByRole('table', { name: 'Windows' })
  await expect(windows.getByRole('cell', { name: 'Done' })).toHaveCount(3)
  await expect(page.getByRole('img', { name: /^Window 1: training .* profit/ })).toBeVisible()
  const matrix = page.getByRole('table', { name: 'Matrix of window lengths' })
  await expect(matrix.getByRole('button', { name: /of \d tests gained/ })).toHaveCount(4, { timeout: 120_000 })
  await look('walk-forward')
  await matrix
    .getByRole('row', { name: /^5 days/ })
    .getByRole('button')
    .first()
    .click()
  await expect(page.getByText(/^\d windows with 5 days of training and 3 days of test$/)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

/** Charts that are not drawn in the width of their place, or have nothing in their right half. */
function unpainted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('main [role="img"] > canvas:first-child')]
      .filter((canvas) => {
        if (canvas.width !== Math.round((canvas.parentElement?.clientWidth ?? 0) * devicePixelRatio)) return true
        const half = Math.floor(canvas.width / 2)
        const copy = new OffscreenCanvas(half, canvas.height).getContext('2d', { willReadFrequently: true })
        copy?.drawImage(canvas, -half, 0)
        return !copy?.getImageData(0, 0, half, canvas.height).data.some((value) => value > 0)
      })
      .map((canvas) => canvas.parentElement?.getAttribute('aria-label') ?? ''),
  )
}
