import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast } from './browser.ts'
import { NARROW, openScreens, TAKES_PICTURES, type View, WIDE } from './screens.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

const SCRIPT = `// Follows the faster of two averages.
const externals = [
  { name: 'fast', defaultValue: 4 }, // bars
  { name: 'slow', defaultValue: 20 },
  { name: 'stopPips', defaultValue: 30 },
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

const OTHER_VIEWS: readonly View[] = [
  { size: WIDE, scheme: 'light' },
  { size: NARROW, scheme: 'dark' },
]

interface Run {
  readonly status: string
  readonly profit: number
  readonly externals: Readonly<Record<string, number>>
}
interface Optimization {
  readonly id: string
  readonly ended: string | null
}

/** Pixels: heights that are reserved for charts are whole numbers. */
const MAX_MOVE = 3

/** Where the top of the table of backtests was in the page, in each frame that moved it. */
async function recordTablePlaces(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = []
    Object.assign(globalThis, { tops })
    const record = (): void => {
      const table = document.querySelector('table[aria-label="Backtests"]')
      const top = table === null ? null : table.getBoundingClientRect().top + scrollY
      if (top !== null && top !== tops.at(-1)) tops.push(top)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
  return () => page.evaluate(() => (globalThis as unknown as { readonly tops: number[] }).tops)
}

/** What the numbers of a column say, for the rows of a table. */
const numbersOf = (texts: readonly string[]): number[] =>
  texts.map((text) => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')))

test(
  'rows of an optimization are compared, and the values of one become the defaults of a version',
  { tag: '@full' },
  async ({ browser }) => {
    const { context, page, look, complaints } = await openScreens(browser, {
      views: [
        { size: WIDE, scheme: 'dark' },
        { size: NARROW, scheme: 'light' },
        ...(TAKES_PICTURES ? OTHER_VIEWS : []),
      ],
    })
    await newUser(context.request, 'chooser')
    const algorithm = await newAlgorithm(context.request, 'Two averages', SCRIPT)
    const { id } = await callApi<Optimization>(context.request, 'POST', '/api/optimisation', {
      algorithmId: algorithm.id,
      algorithmVersionId: algorithm.versionId,
      instrumentId: 'EURUSD:SIM',
      interval: 'M15',
      ...lastWholeMonth(),
      externalsSettings: [
        { name: 'fast', start: 4, end: 16, count: 4 },
        { name: 'slow', start: 20, end: 60, count: 3 },
        { name: 'stopPips', start: 30, end: 30, count: 1 },
      ],
    })
    const optimization = () => callApi<Optimization>(context.request, 'GET', `/api/optimisation/${id}`)
    await expect.poll(async () => (await optimization()).ended, { timeout: 120_000 }).not.toBeNull()
    const address = `/algorithms/${algorithm.id}/optimize/${id}`
    const places = await recordTablePlaces(page)
    await page.goto(address)
    const table = page.getByRole('table', { name: 'Backtests' })
    await expect(table.getByRole('row')).toHaveCount(13)
    const compare = page.getByRole('button', { name: 'Compare' })
    const boxes = table.getByRole('checkbox', { name: /^Select backtest / })

    await test.step('two to six rows are compared', async () => {
      await boxes.first().check()
      await expect(compare).toBeDisabled()
      await expect(page.getByRole('heading', { name: 'Sharpe ratios' })).toBeVisible()
      const [top = NaN, ...later] = await places()
      expect(later.filter((one) => Math.abs(one - top) > MAX_MOVE)).toEqual([])
      for (let place = 1; place < 7; place++) await boxes.nth(place).check()
      await expect(page.getByText('7 backtests selected')).toBeVisible()
      await expect(compare).toBeDisabled()
      for (let place = 3; place < 7; place++) await boxes.nth(place).uncheck()
      await expect(page.getByText('3 backtests selected')).toBeVisible()
      await look('optimization-chosen-rows')
    })

    await test.step('the comparison has their values, and the profits of the table', async () => {
      const column = (name: string) =>
        table.getByRole('row').evaluateAll((rows, wanted) => {
          const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
          const place = cells[0]?.findIndex((text) => text.startsWith(wanted)) ?? -1
          return cells.slice(1, 4).map((row) => row[place] ?? '')
        }, name)
      const [fast, slow, profits] = await Promise.all(['fast', 'slow', 'Profit'].map(column))
      await compare.click()
      await expect(page).toHaveURL(/\/backtests\/compare\?ids=/, { timeout: 120_000 })
      const ids = decodeURIComponent(new URL(page.url()).searchParams.get('ids') ?? '').split(',')
      const runs = await Promise.all(ids.map((one) => callApi<Run>(context.request, 'GET', `/api/backtest/${one}`)))
      expect(runs.map(({ status }) => status)).toEqual(['Completed', 'Completed', 'Completed'])
      expect(runs.map(({ externals }) => externals['fast'])).toEqual(numbersOf(fast ?? []))
      expect(runs.map(({ externals }) => externals['slow'])).toEqual(numbersOf(slow ?? []))
      expect(runs.map(({ profit }) => profit.toFixed(2))).toEqual(numbersOf(profits ?? []).map((one) => one.toFixed(2)))
      const differences = page.getByRole('table', { name: 'What differs' })
      await expect(differences.getByRole('row', { name: /^External fast/ }).getByRole('cell')).toHaveText(fast ?? [])
      await expect(page.getByText(`fast ${fast?.[0]}, slow ${slow?.[0]}`, { exact: true })).toBeVisible()
      await expect(differences.getByRole('row', { name: /^External stopPips/ })).toHaveCount(0)
      await expect(page.getByRole('table', { name: 'Metrics' })).toBeVisible()
      await look('compare-rows')
    })

    const dialog = page.getByRole('dialog', { name: 'Use these values' })
    const useValuesOf = async (index: number): Promise<void> => {
      await page.goto(address)
      await table.getByRole('checkbox', { name: `Select backtest ${index}`, exact: true }).check()
      await page.getByRole('button', { name: 'Use these values' }).click()
    }
    await test.step('the values of a row become the defaults of a new version', async () => {
      await useValuesOf(7)
      const values = 'fast = 12, slow = 40, stopPips = 30'
      await expect(dialog.getByText(`Saves v2 as a new version whose defaults are ${values}.`)).toBeVisible()
      await expect(dialog.getByText('defaultValue: 12')).toBeVisible()
      await look('use-these-values')
      await expectToast(page, 'Saved as v3', () => dialog.getByRole('button', { name: 'Save version' }).click())
      await expect(page).toHaveURL(/\/edit/)
      await expect(page.getByText('defaultValue: 12')).toBeVisible()
    })

    await test.step('values that are the defaults already are not saved, and a newer version is named', async () => {
      await useValuesOf(0)
      const same = 'These values are already the defaults of v2: fast = 4, slow = 20, stopPips = 30.'
      await expect(dialog.getByText(same)).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Save version' })).toBeDisabled()
      await look('use-these-values-same')
      await useValuesOf(11)
      const newer = 'v3 is newer than v2; its changes are not part of the new version.'
      await expect(dialog.getByText(newer)).toBeVisible()
      await look('use-these-values-older')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      const versions = await callApi<unknown[]>(context.request, 'GET', `/api/algorithms/${algorithm.id}/versions`)
      expect(versions).toHaveLength(3)
    })
    expect(complaints).toEqual([])
    await context.close()
  },
)
