import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

/** Buys at the market on paper. */
async function bought(page: Page): Promise<void> {
  await openLayout(page, 'Crypto Markets')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trade' }).click()
  await expect(page.locator('[data-view=open-positions] tbody tr')).toHaveCount(1)
  // The guardian runs from now on, and listens at a port of its own.
  const { guardian } = await (await page.request.post('/api/kill-pass')).json()
  const door = () =>
    page.request.get(`${guardian}/kill`).then(
      (answer) => answer.status(),
      () => 0,
    )
  await expect.poll(door).toBe(401)
}

test('everything of a paper account is closed by keys, from a page that was just loaded', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'keys')
  await bought(page)
  await page.goto('/algorithms')
  await expect(page.getByRole('button', { name: 'Close everything' })).toBeVisible()
  await page.keyboard.press('Control+Shift+K')
  const sheet = page.getByRole('dialog', { name: 'Close everything' })
  await expect(sheet.getByText(/^Sells/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Hold to close' })).toBeFocused()
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText(/^Flat after/)).toBeVisible()
  await expect(sheet.getByText('Everything is closed')).toBeVisible()
  expect((await page.request.get('/api/positions/open').then((answer) => answer.json())) as unknown[]).toEqual([])
  expect(complaints).toEqual([])
})

test('everything is closed on a phone while the calls of the page hang', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'thumb')
  await bought(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/algorithms')
  const button = page.getByRole('button', { name: 'Close everything' })
  await expect(button).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route(/\/(api|public-api|assets)\//, () => undefined)
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Close everything' })
  const hold = sheet.getByRole('button', { name: 'Hold to close' })
  await hold.hover()
  await page.mouse.down()
  await expect(sheet.getByText(/^Flat after/)).toBeVisible()
  await page.mouse.up()
  expect((await page.request.get('/api/positions/open').then((answer) => answer.json())) as unknown[]).toEqual([])
  expect(complaints).toEqual([])
})
