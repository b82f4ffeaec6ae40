import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { NARROW, WIDE } from './screens.ts'
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
