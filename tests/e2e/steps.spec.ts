import { expect, type Locator, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

/** Counts what a person does: each click, each field that is typed into, each hold and each drag is one step. */
class Hand {
  steps = 0

  async click(target: Locator): Promise<void> {
    this.steps += 1
    await target.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    this.steps += 1
    await field.fill(text)
  }

  /** Until something is shown. */
  async hold(page: Page, target: Locator, shown: Locator): Promise<void> {
    this.steps += 1
    await target.hover()
    await page.mouse.down()
    await expect(shown).toBeVisible()
    await page.mouse.up()
  }

  /** Moves what is under the pointer by so many pixels. */
  async dragBy(page: Page, x: number, from: number, to: number): Promise<void> {
    this.steps += 1
    await page.mouse.move(x, from)
    await page.mouse.down()
    await page.mouse.move(x, to, { steps: 4 })
    await page.mouse.up()
  }
}

/** Where the lowest line of a chart that can be moved is, in pixels of the page. */
async function lowestLine(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const chart = page.locator('[data-view=price-chart] canvas').first()
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is not on screen')
  const x = box.x + box.width / 3
  for (let y = box.y + box.height - 4; y > box.y; y -= 3) {
    await page.mouse.move(x, y)
    if ((await page.locator('[data-on-level]').count()) > 0) return { x, y }
  }
  throw new Error('No line of the chart can be moved')
}

test('a new account trades in two steps, with a stop in three, moves it by one drag, and closes everything in two', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'steps')
  await openLayout(page, 'Crypto Markets')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  const rows = page.locator('[data-view=open-positions] tbody tr')
  const dialog = page.getByRole('dialog')

  const first = new Hand()
  await first.click(tile.getByRole('button', { name: /^BUY/ }))
  await first.click(dialog.getByRole('button', { name: 'Trade' }))
  await expect(rows).toHaveCount(1)
  expect(first.steps).toBe(2)
  const opened = Number((await rows.getByRole('cell').nth(3).textContent())?.replaceAll(',', ''))

  const guarded = new Hand()
  await guarded.click(tile.getByRole('button', { name: /^BUY/ }))
  const stop = (opened * 0.999).toFixed(2)
  await guarded.type(dialog.getByLabel(/^Stop loss/), stop)
  await guarded.click(dialog.getByRole('button', { name: 'Trade' }))
  await expect(rows).toHaveCount(2)
  expect(guarded.steps).toBe(3)
  const plain = async () => (await rows.allTextContents()).join().replaceAll(',', '')
  await expect.poll(plain).toContain(stop)

  const moved = new Hand()
  const { x, y } = await lowestLine(page)
  // Nearer to the price there is less to lose, so nothing is asked.
  await moved.dragBy(page, x, y, y - 5)
  await expect.poll(plain).not.toContain(stop)
  expect(moved.steps).toBe(1)

  const closed = new Hand()
  await closed.click(page.getByRole('button', { name: 'Close everything' }))
  await closed.hold(page, dialog.getByRole('button', { name: 'Hold to close' }), dialog.getByText(/^Flat after/))
  await expect(rows).toHaveCount(0)
  expect(closed.steps).toBe(2)
  expect(complaints).toEqual([])
})

test('a new account trades a sample on paper in three steps', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'sample')
  await page.goto('/algorithms')
  const hand = new Hand()
  await hand.click(page.getByRole('button', { name: 'Clone' }).first())
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Trade a copy' }))
  const dialog = page.getByRole('dialog', { name: 'New Trading Session' })
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue(/^Paper/)
  await hand.click(dialog.getByRole('button', { name: 'OK' }))
  await expect(page.getByRole('heading', { name: /^Copy of .* on / })).toBeVisible()
  // What runs can be closed at once.
  await expect(page.getByRole('button', { name: 'Close everything' })).toBeVisible()
  expect(hand.steps).toBe(3)
  expect(complaints).toEqual([])
})
