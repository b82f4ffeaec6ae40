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
