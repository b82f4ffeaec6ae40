import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'
import { NARROW, WIDE } from './screens.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

/** Styles that the page asked for ahead; browsers warn of those that it does not use. */
function stylesAhead(page: Page): Promise<{ name: string; isUsed: boolean }[]> {
  return page.evaluate(() => {
    const used = new Set([...document.styleSheets].map(({ href }) => href))
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')]
    return links.map(({ href }) => ({ name: href, isUsed: used.has(href) }))
  })
}

test('the first page asks ahead only for the styles that it uses, for visitors and for users', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ofVisitor = await stylesAhead(page)
  expect(ofVisitor.length).toBeGreaterThan(0)
  expect(ofVisitor.filter(({ isUsed }) => !isUsed)).toEqual([])

  await newUser(page.request, 'ahead')
  await page.goto('/')
  await expect(page).toHaveURL(/\/algorithms$/)
  await expect(page.getByRole('heading', { name: 'Algorithms', level: 1 })).toBeVisible()
  expect((await stylesAhead(page)).filter(({ isUsed }) => !isUsed)).toEqual([])
  expect(complaints).toEqual([])
})

/** What a browser counts as good. */
const MAX_LAYOUT_SHIFT = 0.1

test('the page of market data does not move what is shown already when the instruments come, wide and narrow', async ({
  page,
}) => {
  await page.addInitScript(watchLayout)
  for (const { name, width, height } of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height })
    const asked = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<void>()
    // Only once everything else has been drawn.
    await page.route('**/public-api/instruments/USD', async (route) => {
      asked.resolve()
      await shown.promise
      await route.continue()
    })
    await page.goto('/market-data')
    await asked.promise
    const rest = page.locator('section', { has: page.locator('h2', { hasText: 'Holidays' }) })
    await expect(rest.getByText('No holidays yet').or(rest.locator('li')).first()).toBeAttached()
    const loading = page.locator('section').first().getByRole('status', { name: 'Loading' })
    await expect(loading.locator('*').first()).toBeVisible()
    await page.evaluate(drawn)
    shown.resolve()
    await expect(page.getByRole('table', { name: 'Series' })).toBeVisible()
    await expect(rest).toBeVisible()
    await page.evaluate(drawn)
    const moved = await page.evaluate(() => (globalThis as unknown as { layoutShift(): number }).layoutShift())
    expect(moved, name).toBeLessThan(MAX_LAYOUT_SHIFT)
    await page.unroute('**/public-api/instruments/USD')
  }
})

/** Of pages on which people trade. */
const MAX_DESK_SHIFT = 0.02

test('nothing moves under the pointer while Markets, a session and a result load, wide and narrow', async ({
  page,
}) => {
  await newUser(page.request, 'calm')
  const traded = await newAlgorithm(page.request, 'Traded', TRADES)
  // A position that opens meanwhile would take its row.
  const algorithm = await newAlgorithm(page.request, 'Calm', 'function onTick() {}')
  const run = { instrumentId: 'EURUSD:SIM', resolution: 1, interval: 'M15', ...lastWholeMonth() } as const
  const { id: resultId } = await runBacktest(page.request, traded, run)
  const [account] = await callApi<{ id: string; connectionId: string }[]>(page.request, 'GET', '/api/accounts')
  const { id: sessionId } = await callApi<{ id: string }>(
    page.request,
    'POST',
    `/api/algorithms/${algorithm.id}/sessions`,
    {
      algorithmId: algorithm.id,
      algorithmVersionId: algorithm.versionId,
      brokerConnectionId: account?.connectionId,
      brokerAccountId: account?.id,
      instrumentId: 'BTCUSDT:SIM',
      interval: 'M1',
      inFlight: 'one',
    },
  )
  const pages = {
    '/platform/Crypto%20Markets': page.locator('[data-view=price-chart] canvas').first(),
    [`/sessions/${sessionId}`]: page.locator('[data-tour=session-prices] canvas').first(),
    [`/algorithms/${traded.id}/backtest/${resultId}`]: page.locator('main canvas').first(),
  }
  await page.addInitScript(watchLayout)
  for (const { name, width, height } of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height })
    for (const [address, last] of Object.entries(pages)) {
      await page.goto(address)
      await expect(last).toBeAttached()
      await page.waitForLoadState('networkidle')
      await page.evaluate(drawn)
      const moved = await page.evaluate(() => (globalThis as unknown as { layoutShift(): number }).layoutShift())
      process.stdout.write(`${address} (${name}): layout shift ${moved.toFixed(4)}\n`)
      expect(moved, `${address} (${name})`).toBeLessThanOrEqual(MAX_DESK_SHIFT)
    }
  }
})

const TRADES = `function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 20, takeProfitPips: 20 })
}`

/** In the page: until what was changed is drawn. */
function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** In each page from its start on: `layoutShift` answers how far things have moved, as a share of the window. */
function watchLayout(): void {
  let sum = 0
  const add = (shifts: readonly (PerformanceEntry & { readonly value?: number })[]): void => {
    for (const { value = 0 } of shifts) sum += value
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const layoutShift = (): number => {
    add(observer.takeRecords())
    return sum
  }
  Object.assign(globalThis, { layoutShift })
}
