import { expect } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

test('half of a position is closed from its menu, and the rest by the cross', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'parts')
  await openLayout(page, 'Crypto Markets')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Trade' }).click()
  const row = page.locator('[data-view=open-positions] tbody tr')
  await expect(row).toHaveCount(1)
  const quantity = async () => Number(await row.getByRole('cell').nth(2).textContent())
  const before = await quantity()
  await row.getByRole('button', { name: /^Actions for position of/ }).click()
  await page.getByRole('menuitem', { name: 'Close 50%…' }).click()
  await dialog.getByRole('button', { name: 'Close part' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(quantity).toBeLessThan(before)
  await row.getByRole('button', { name: /^Close position of/ }).click()
  await dialog.getByRole('button', { name: 'Close position' }).click()
  await expect(row).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a stop is dragged along the chart, and moved once its dialog is confirmed', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'drags')
  await openLayout(page, 'Crypto Markets')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Trade' }).click()
  const row = page.locator('[data-view=open-positions] tbody tr')
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /^Actions for position of/ }).click()
  await page.getByRole('menuitem', { name: /^Stop to break-even/ }).click()
  const field = dialog.getByLabel(/^Stop loss/)
  await expect(field).not.toHaveValue('')
  const stop = Number((await row.getByRole('cell').nth(3).textContent())?.replaceAll(',', '')) * 0.999
  await field.fill(stop.toFixed(2))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(withThousands(stop))

  const chart = page.locator('[data-view=price-chart] canvas').first()
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is not on screen')
  const x = box.x + box.width / 3
  const isOnLevel = () => page.locator('[data-on-level]').count()
  // From below: the stop is the lowest line.
  const line = async (): Promise<number> => {
    for (let y = box.y + box.height - 4; y > box.y; y -= 4) {
      await page.mouse.move(x, y)
      if ((await isOnLevel()) > 0) return y
    }
    throw new Error('No line of the chart can be moved')
  }
  const y = await line()
  await page.mouse.down()
  await page.mouse.move(x, y + 20, { steps: 4 })
  await page.mouse.up()
  await expect(field).toBeFocused()
  const dropped = Number(await field.inputValue())
  expect(dropped).toBeLessThan(stop)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(withThousands(dropped))
  expect(complaints).toEqual([])
})

/** As prices are shown. */
function withThousands(price: number): string {
  return price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
