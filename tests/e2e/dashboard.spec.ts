import { expect, type Page } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { CHART_CORNER, drag, openLayout, placesOf, TILE_HANDLE, watchPuts } from './dashboard-page.ts'
import { test } from './test.ts'

const PATH = '/api/configuration/layout.platform'
/** The first places of the built-in layout in the six columns beside the icons of the navigation: one screen. */
const SIX_COLUMNS = [
  'instruments 0 0 1x4',
  'price-chart 1 0 3x3',
  'order-book 4 0 1x3',
  'trade-ticket 5 0 1x6',
  'price-tile 1 3 1x1',
  'price-tile 2 3 1x1',
  'price-tile 3 3 1x1',
  'ticker 4 3 1x1',
  'open-positions 0 4 5x2',
]

interface StoredLayout {
  readonly name: string
  readonly config: readonly object[]
  readonly responsive: boolean
}

const cell = (view: string, w: number, h: number, others: object = {}) => ({ view, opts: {}, w, h, ...others })
const layoutOf = (name: string, config: readonly object[], responsive = true): StoredLayout => ({
  name,
  config,
  responsive,
})

async function store(page: Page, layouts: readonly StoredLayout[]): Promise<void> {
  await callApi(page.request, 'PUT', PATH, { value: layouts })
}

async function stored(page: Page): Promise<readonly StoredLayout[]> {
  return callApi<readonly StoredLayout[]>(page.request, 'GET', PATH)
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an address without a layout, or with an unknown one, leads to the first one', async ({ page }) => {
  const complaints = watchConsole(page)
  for (const address of ['/platform', '/platform/Nope']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/platform\/Forex%20Markets$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Forex Markets' })).toBeVisible()
  }
  // Replaced: nothing of it is left to go back to.
  await page.goBack()
  await expect(page).toHaveURL(/\/platform\/Forex%20Markets$/)
  await expect.poll(async () => (await placesOf(page)).slice(0, SIX_COLUMNS.length)).toEqual(SIX_COLUMNS)
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('menuitemradio', { name: 'Crypto Markets' }).click()
  await expect(page).toHaveURL(/\/platform\/Crypto%20Markets$/)
  await expect(page.getByRole('heading', { name: 'BTC/USDT', exact: true }).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('a stored layout warns of panels that are not available, and shows the others', async ({ page }) => {
  await newUser(page.request, 'missing')
  const gone = cell('price-tile', 1, 1, { opts: { instrumentId: 'GONE:SIM' } })
  await store(page, [layoutOf('Mine', [gone, cell('orders', 5, 2)])])
  const warnings: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())))
  await openLayout(page, 'Mine')
  await expect.poll(() => placesOf(page)).toEqual(['orders 0 0 5x2'])
  await expect.poll(() => warnings).toEqual(['The layout has panels that are not available: GONE:SIM.'])
})

test('a visitor moves and sizes panels, reverts, and logs in to save a copy', async ({ page }) => {
  const complaints = watchConsole(page)
  await openLayout(page, 'Forex Markets')
  await expect.poll(async () => (await placesOf(page)).slice(0, SIX_COLUMNS.length)).toEqual(SIX_COLUMNS)
  const before = await placesOf(page)

  await drag(page, TILE_HANDLE, [0, -378])
  await expect(page.getByRole('status').filter({ hasText: 'Layout has changed' })).toBeVisible()
  await expect.poll(async () => (await placesOf(page)).includes('price-chart 1 1 3x3')).toBe(true)
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect.poll(() => placesOf(page)).toEqual(before)
  await expect(page.getByText('Layout has changed')).toBeHidden()

  await drag(page, CHART_CORNER, [-232, 126])
  await expect.poll(async () => (await placesOf(page)).includes('price-chart 1 0 2x4')).toBe(true)
  // A draft: it outlasts a reload of the tab.
  await page.reload()
  await expect.poll(async () => (await placesOf(page)).includes('price-chart 1 0 2x4')).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please log in to save layouts')).toBeVisible()
  const username = `saver${Date.now() % 100_000_000}`
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Repeat password').fill('correct horse battery')
  await expectToast(page, 'Layout created', () => dialog.getByRole('button', { name: 'Register', exact: true }).click())
  await expect(page).toHaveURL(/\/platform\/Default%201$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Default 1' })).toBeVisible()
  await expect.poll(async () => (await placesOf(page)).includes('price-chart 1 0 2x4')).toBe(true)
  expect((await stored(page)).map(({ name, responsive }) => [name, responsive])).toEqual([['Default 1', true]])
  // The built-in one is as it was.
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('menuitemradio', { name: 'Forex Markets' }).click()
  await expect.poll(() => placesOf(page)).toEqual(before)
  expect(complaints).toEqual([])
})

test('keys move and size a panel, and Escape takes a drag back', async ({ page }) => {
  await openLayout(page, 'Forex Markets')
  await expect.poll(async () => (await placesOf(page)).slice(0, SIX_COLUMNS.length)).toEqual(SIX_COLUMNS)
  const before = await placesOf(page)
  await drag(page, TILE_HANDLE, [0, -378], false)
  await expect.poll(async () => (await placesOf(page)).includes('price-chart 1 0 3x3')).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => placesOf(page)).toEqual(before)
  await page.mouse.up()
  await expect(page.getByText('Layout has changed')).toBeHidden()

  const menu = page.getByRole('button', { name: 'Menu of Price tile GBPUSD:SIM' })
  await menu.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(async () => (await placesOf(page)).filter((place) => /^price-(tile 2 0|chart) /.test(place)))
    .toEqual(['price-tile 2 0 1x1', 'price-chart 1 1 3x3'])
  await expect(page.locator('[data-view="price-tile"]').nth(0).getByRole('heading')).toHaveText('GBP/USD')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(async () => (await placesOf(page))[1]).toBe('price-tile 2 0 1x2')
  // A tile is at most one column wide and two rows high.
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Shorter' }).click()
  await expect.poll(async () => (await placesOf(page))[1]).toBe('price-tile 2 0 1x1')
  await page.getByRole('menuitem', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await expect.poll(async () => (await placesOf(page)).length).toBe(before.length - 1)
})

test('names of layouts are checked, and the first free number is taken', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'names')
  await store(page, [layoutOf('Default 1', [cell('orders', 5, 2)]), layoutOf('Default 3', [cell('balances', 5, 2)])])
  await openLayout(page, 'Forex Markets')
  await drag(page, TILE_HANDLE, [-232, 0])
  await expectToast(page, 'Layout created', () => page.getByRole('button', { name: 'Save', exact: true }).click())
  await expect(page).toHaveURL(/\/platform\/Default%202$/)

  await choose(page, 'New layout …')
  const dialog = page.getByRole('dialog', { name: 'New layout' })
  for (const [name, problem] of [
    ['Forex Markets', "New layout cannot be called 'Forex Markets'"],
    ['a/b', 'Layout name cannot contain slashes'],
  ] as const) {
    await dialog.getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(problem)).toBeVisible()
  }
  await dialog.getByLabel('Name').fill('50% of a & b?')
  await dialog.getByRole('radio', { name: 'No panels' }).check()
  await expectToast(page, 'Layout created', () => dialog.getByRole('button', { name: 'Create' }).click())
  await expect(page.getByRole('heading', { level: 1, name: '50% of a & b?' })).toBeVisible()
  await expect(page.getByText('This layout has no panels')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '50% of a & b?' })).toBeVisible()

  await page.getByRole('button', { name: 'Panel', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search panels' }).fill('tile')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Search instruments' }).fill('zzz')
  await expect(page.getByRole('dialog').getByText('No matches')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search instruments' }).fill('bitcoin')
  await page.keyboard.press('Enter')
  await expect.poll(() => placesOf(page)).toEqual(['price-tile 0 0 1x1'])
  await expect(page.getByRole('heading', { name: 'BTC/USDT', exact: true })).toBeVisible()
  await expect
    .poll(async () => (await stored(page)).at(-1))
    .toMatchObject({
      name: '50% of a & b?',
      responsive: true,
      config: [{ view: 'price-tile', opts: { instrumentId: 'BTCUSDT:SIM' }, w: 1, h: 1 }],
    })

  await choose(page, 'Rename …')
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  await expectToast(page, 'Layout renamed', async () => page.keyboard.press('Enter'))
  await expect(page).toHaveURL(/\/platform\/Mine$/)
  expect(complaints).toEqual([])
})

test('an edit that could not be saved is kept, and saved on request', async ({ page }) => {
  await newUser(page.request, 'retry')
  await store(page, [layoutOf('Mine', [cell('price-chart', 3, 2), cell('orders', 5, 2)])])
  await openLayout(page, 'Mine')
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 3x2', 'orders 0 2 5x2'])
  await page.route(`**${PATH}`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await expectToast(page, 'Could not save layout', () => drag(page, CHART_CORNER, [-232, 0]))
  const state = page.getByRole('status').filter({ hasText: 'Could not save layout' })
  await expect(state).toBeVisible()
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 2x2', 'orders 0 2 5x2'])
  await page.unroute(`**${PATH}`)
  await state.getByRole('button', { name: 'Retry' }).click()
  await expect(state).toBeHidden()
  await page.reload()
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 2x2', 'orders 0 2 5x2'])

  await choose(page, 'Delete …')
  await expectToast(page, 'Layout deleted', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(),
  )
  await expect(page).toHaveURL(/\/platform\/Forex%20Markets$/)
  expect(await stored(page)).toEqual([])
})

test('a layout fits itself to narrower windows and is as before in wide ones, without being stored', async ({
  page,
}) => {
  await newUser(page.request, 'fitting')
  const tile = (x: number) => cell('price-tile', 1, 1, { places: { 7: { x, y: 0, w: 1, h: 1 } } })
  const config = [tile(6), tile(0), cell('orders', 5, 2, { places: { 7: { x: 2, y: 1, w: 5, h: 2 } } })]
  await store(page, [layoutOf('Mine', config), layoutOf('Wide', config, false)])
  const puts = watchPuts(page)
  await page.setViewportSize({ width: 1920, height: 900 })
  await openLayout(page, 'Mine')
  const wide = ['price-tile 0 0 1x1', 'price-tile 6 0 1x1', 'orders 2 1 5x2']
  await expect.poll(() => placesOf(page)).toEqual(wide)
  await page.setViewportSize({ width: 820, height: 900 })
  await expect.poll(() => placesOf(page)).toEqual(['price-tile 0 0 1x1', 'price-tile 1 0 1x1', 'orders 0 1 3x2'])
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect.poll(() => placesOf(page)).toEqual(wide)

  await page.setViewportSize({ width: 800, height: 900 })
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('menuitemradio', { name: 'Wide' }).click()
  const text = /^This layout needs a window of at least (\d+) px\. Widen the window or open a responsive layout$/
  await expect(page.getByText(text)).toBeVisible()
  const needed = Number(text.exec((await page.getByText(text).textContent()) ?? '')?.[1])
  await expect(page.locator('[data-view]')).toHaveCount(0)
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect.poll(() => placesOf(page)).toEqual(wide)
  expect(needed).toBeLessThanOrEqual(1920)
  expect(puts).toEqual([])
})

test('two windows that change the same layout ask which one to keep', async ({ page, context }) => {
  await newUser(page.request, 'windows')
  await store(page, [layoutOf('Mine', [cell('price-chart', 3, 2)]), layoutOf('Other', [cell('price-chart', 3, 2)])])
  const other = await context.newPage()
  await openLayout(page, 'Mine')
  await openLayout(other, 'Mine')
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 3x2'])
  await expect.poll(() => placesOf(other)).toEqual(['price-chart 0 0 3x2'])
  const wire = other.waitForResponse((response) => response.request().method() === 'PUT')
  await drag(other, CHART_CORNER, [0, 126])
  expect((await wire).status()).toBe(200)
  await drag(page, CHART_CORNER, [-232, 0])
  const state = page.getByRole('status').filter({ hasText: 'Changed in another window' })
  await expect(state).toBeVisible()
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 2x2'])
  await state.getByRole('button', { name: 'Load theirs' }).click()
  await expect.poll(() => placesOf(page)).toEqual(['price-chart 0 0 3x3'])
  await expect(state).toBeHidden()

  // The other window does not know of this change, nor this one of the other's to another layout.
  await openLayout(other, 'Other')
  await expect.poll(() => placesOf(other)).toEqual(['price-chart 0 0 3x2'])
  const mine = page.waitForResponse((response) => response.request().method() === 'PUT')
  await drag(page, CHART_CORNER, [232, 0])
  expect((await mine).status()).toBe(200)
  const both = other.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await drag(other, CHART_CORNER, [0, 126])
  await both
  expect((await stored(page)).map(({ config }) => config[0])).toMatchObject([
    { view: 'price-chart', w: 4, h: 3 },
    { view: 'price-chart', w: 3, h: 3 },
  ])
})

test('a phone shows the panels in one list, with chips to jump', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openLayout(page, 'Forex Markets')
  const lefts = await page
    .locator('[data-view]:has(> section):not([data-small])')
    .evaluateAll((items) => [...new Set(items.map((item) => item.getBoundingClientRect().x))])
  expect(lefts).toHaveLength(1)
  const chips = page.getByRole('navigation', { name: 'Panels' })
  await chips.getByRole('button', { name: 'Orders' }).click()
  const orders = page.locator('[data-view="orders"]')
  await expect(orders).toBeFocused()
  await expect(orders).toBeInViewport()
  // The chips stay in reach, above the panel.
  await expect(chips).toBeInViewport()
  const [chip, panel] = [await chips.boundingBox(), await orders.boundingBox()]
  expect((panel?.y ?? 0) - (chip?.y ?? 0)).toBeGreaterThanOrEqual(chip?.height ?? 0)
  expect(complaints).toEqual([])
})
