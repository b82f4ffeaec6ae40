import { expect, type Locator, type Page } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { CHART_CORNER, drag, openLayout, TILE_HANDLE } from './dashboard-page.ts'
import { test } from './test.ts'

const CRYPTO = 'Crypto Markets'
const HAS_CHANGED = 'Layout has changed'

async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0
}

/** How far the spread is from the middle of the levels, in pixels. */
async function distanceFromMiddle(page: Page): Promise<number> {
  return page.getByRole('group', { name: 'Levels of the order book' }).evaluate((ladder) => {
    const head = ladder.querySelector('thead')?.clientHeight ?? 0
    const bid = ladder.querySelector<HTMLElement>('[data-side=bids]')?.offsetTop ?? 0
    return Math.abs(bid - 10 - ladder.scrollTop - (ladder.clientHeight + head) / 2)
  })
}

test('drawing tools leave a chart of the dashboard its size, and are closed after a reload', async ({ page }) => {
  const complaints = watchConsole(page)
  await openLayout(page, CRYPTO)
  const chart = page.locator('[data-view=price-chart]').first()
  const canvas = chart.locator('canvas').first()
  await expect(canvas).toBeVisible()
  const height = await heightOf(canvas)
  await chart.getByRole('button', { name: 'Draw', exact: true }).click()
  const tools = chart.getByRole('toolbar', { name: 'Drawing tools' })
  // Each tool is inside the panel.
  const [box, panel] = [await tools.boundingBox(), await chart.boundingBox()]
  expect(box!.y + box!.height).toBeLessThanOrEqual(panel!.y + panel!.height)
  expect(box!.x + box!.width).toBeLessThanOrEqual(panel!.x + panel!.width)
  expect(await heightOf(canvas)).toBe(height)
  await page.reload()
  await expect(canvas).toBeVisible()
  await expect(tools).toBeHidden()
  expect(await heightOf(canvas)).toBe(height)
  expect(complaints).toEqual([])
})

test('the order book keeps its spread in the middle when panels are dropped and sized', async ({ page }) => {
  await openLayout(page, CRYPTO)
  await expect(page.locator('[data-view=order-book] tr[data-side=bids] td').first()).not.toBeEmpty()
  expect(await distanceFromMiddle(page)).toBeLessThan(4)
  await drag(page, TILE_HANDLE, [-700, 300])
  await expect(page.getByText(HAS_CHANGED)).toBeVisible()
  await expect.poll(() => distanceFromMiddle(page)).toBeLessThan(4)
  await drag(page, '[data-view="order-book"] .react-resizable-handle', [0, 126])
  await expect.poll(() => distanceFromMiddle(page)).toBeLessThan(4)
  await drag(page, CHART_CORNER, [-232, 126])
  await expect.poll(() => distanceFromMiddle(page)).toBeLessThan(4)
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByText(HAS_CHANGED)).toBeHidden()
  await expect.poll(() => distanceFromMiddle(page)).toBeLessThan(4)
})

test('trades are there as soon as their panel is', async ({ page }) => {
  await openLayout(page, CRYPTO)
  const rows = page.locator('[data-view=trades] tbody tr')
  await expect(rows.nth(30)).toBeAttached()
  await page.reload()
  await expect(rows.nth(30)).toBeAttached()
  await expect(page.getByText('Trades may be missing here')).toHaveCount(0)
})

test('a quantity typed in a tile moves nothing, is no change of the layout, and follows its user', async ({ page }) => {
  await newUser(page.request, 'typing')
  await openLayout(page, CRYPTO)
  const tile = page.locator('[data-view=price-tile]').first()
  const buy = tile.getByRole('button', { name: /^BUY/ })
  const before = await buy.boundingBox()
  const quantity = page
    .locator('[data-view=price-tile]')
    .first()
    .getByLabel(/^Quantity of/)
  await quantity.fill('0.02')
  await expect(quantity).toHaveValue('0.02')
  await expect(page.getByText(HAS_CHANGED)).toHaveCount(0)
  expect(await buy.boundingBox()).toEqual(before)
  const grouping = page.getByLabel(/^Grouping of the order book/)
  await grouping.selectOption({ index: 2 })
  const chosen = await grouping.inputValue()
  await expect(page.getByText(HAS_CHANGED)).toHaveCount(0)
  // In another browser.
  await expect
    .poll(async () => JSON.stringify(await callApi(page.request, 'GET', '/api/configuration/panels.order-book')))
    .toContain(chosen)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(quantity).toHaveValue('0.02')
  await expect(grouping).toHaveValue(chosen)
  // A real change moves nothing either.
  await drag(page, CHART_CORNER, [-232, 0])
  await expect(page.getByText(HAS_CHANGED)).toBeVisible()
  expect((await tile.boundingBox())?.y).toBe((await page.locator('[data-view=price-tile]').first().boundingBox())?.y)
})

test('a first trade is two clicks, and a quantity that is too large says which one goes', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'first')
  await openLayout(page, CRYPTO)
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Not enough available margin')).toHaveCount(0)
  await dialog.getByLabel('Quantity').fill('1')
  await expect(dialog.getByRole('button', { name: 'Trade' })).toBeDisabled()
  await dialog.getByRole('button', { name: /^Use the largest possible/ }).click()
  await dialog.getByRole('button', { name: '25% of the available margin' }).click()
  await dialog.getByRole('button', { name: 'Trade' }).click()
  await expect(page.locator('[data-view=open-positions] tbody tr')).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('choosing an instrument in the list switches the panels of its group, and stays chosen', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'linking')
  await openLayout(page, CRYPTO)
  const linked = (view: string) => page.locator(`[data-view=${view}]`).first().getByRole('heading')
  const shown = async (symbol: string): Promise<void> => {
    for (const view of ['price-chart', 'order-book', 'trades', 'ticker', 'price-tile']) {
      await expect(linked(view), view).toHaveText(symbol)
    }
    await expect(page.locator('[data-view=trade-ticket]').first()).toContainText(`${symbol} SIM`)
  }
  await shown('BTC/USDT')
  const panels = await page.locator('[data-view]').count()
  await page.getByRole('button', { name: 'Show ETH/USDT on SIM', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await shown('ETH/USDT')
  // The second tile stands alone, nothing was opened, and nothing has to be saved.
  await expect(page.locator('[data-view=price-tile]').nth(1).getByRole('heading')).toHaveText('ETH/USDT')
  await expect(page.locator('[data-view]')).toHaveCount(panels)
  await expect(page.getByText(HAS_CHANGED)).toHaveCount(0)
  await page.reload()
  await shown('ETH/USDT')

  await page.getByRole('button', { name: 'Link group A of Trades ETHUSDT:SIM' }).click()
  await page.getByRole('menuitemradio', { name: 'Group B' }).click()
  await page.getByRole('button', { name: 'Show BTC/USDT on SIM', exact: true }).first().click()
  await expect(linked('order-book')).toHaveText('BTC/USDT')
  await expect(linked('trades')).not.toHaveText('ETH/USDT')
  expect(complaints).toEqual([])
})
