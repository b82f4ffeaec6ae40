import { expect } from '@playwright/test'
import { readBook, type ShownBook } from './book-panel.ts'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

/** Prices go away from the spread, and each total is the sum of the quantities up to it. */
function expectWhole({ bids, asks }: ShownBook): void {
  for (const [levels, sign] of [[bids, -1] as const, [asks, 1] as const]) {
    let sum = 0
    for (const [rank, { price, quantity, total }] of levels.entries()) {
      sum += quantity
      expect(total).toBeCloseTo(sum, 3)
      expect(sign * (price - (levels[rank - 1]?.price ?? -sign * Infinity))).toBeGreaterThan(0)
    }
  }
}

test('a visitor watches the order book and the trades of an instrument, groups the levels and freezes the trades', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await page.goto('/platform')
  await page
    .getByRole('button', { name: /Show BTC\/USDT on SIM$/ })
    .first()
    .focus()
  await page.keyboard.press('o')
  const panel = page.locator('section').filter({ hasText: 'BTC/USDTSIM · Order book' })
  const ladder = panel.getByRole('group', { name: 'Levels of the order book' })
  await expect(ladder).toBeVisible()
  await expect(panel.getByRole('status')).toHaveText('Live')
  await expect.poll(async () => (await readBook(panel)).bids.length).toBe(50)
  const first = await readBook(panel)
  expectWhole(first)
  expect(first.asks).toHaveLength(50)
  expect(first.spread).toBeCloseTo(first.asks[0]!.price - first.bids[0]!.price, 6)
  await expect.poll(async () => (await readBook(panel)).bids[0]?.price).not.toBe(first.bids[0]!.price)
  expectWhole(await readBook(panel))

  // The spread stays in its place while the market moves.
  const spread = panel.getByRole('rowheader', { name: /^Spread/ })
  const place = await spread.boundingBox()
  await ladder.focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press(']')
  const grouping = panel.getByRole('combobox', { name: 'Grouping of the order book of BTC/USDT on SIM' })
  await expect(grouping).toHaveValue('1.00')
  await expect.poll(async () => (await readBook(panel)).bids.every(({ price }) => Number.isInteger(price))).toBe(true)
  expectWhole(await readBook(panel))
  expect((await readBook(panel)).bids.length).toBeLessThan(50)
  expect(await spread.boundingBox()).toEqual(place)
  await ladder.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(spread).toBeInViewport()
  await ladder.focus()
  await page.keyboard.press('c')
  await expect.poll(() => spread.boundingBox()).toEqual(place)

  await panel.getByRole('button', { name: 'Open trades of BTC/USDT on SIM' }).click()
  const trades = page.getByRole('group', { name: 'Trades of BTC/USDT on SIM. Space freezes them.' })
  await expect(trades.getByRole('cell', { name: /^(up|down)$/ }).first()).toBeVisible()
  await page.mouse.move(0, 0)
  await trades.focus()
  await page.keyboard.press('Space')
  const fresh = page.getByRole('button', { name: / new$/ })
  await expect(fresh).toHaveText(/^[1-9]\d* new$/)
  const frozen = await trades.getByRole('row').count()
  await page.keyboard.press('Space')
  await expect(fresh).toBeHidden()
  await expect.poll(() => trades.getByRole('row').count()).toBeGreaterThan(frozen)
  expect(complaints).toEqual([])
})
