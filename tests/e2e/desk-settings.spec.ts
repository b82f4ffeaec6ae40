import { expect } from '@playwright/test'
import { newUser } from './api.ts'
import { openLayout } from './dashboard-page.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

test('colors, the time zone of charts and the default quantity follow their user', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(page.request, 'desk')
  await openLayout(page, 'Crypto Markets')
  const quantity = page
    .locator('[data-view=price-tile]')
    .first()
    .getByLabel(/^Quantity of/)
  await expect(quantity).not.toHaveValue('')
  const usual = Number(await quantity.inputValue())
  const legend = page.locator('[data-view=price-chart]').getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
  await expect(legend.first()).not.toContainText('Tokyo')

  await page.getByRole('button', { name: 'Trading settings' }).click()
  await page.getByRole('button', { name: 'Colors and times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('radiogroup', { name: 'Up and down colors' }).getByText('Blue / orange').click()
  await expect(page.locator('html')).toHaveAttribute('data-colors', 'blue-orange')
  const zone = dialog.getByRole('combobox', { name: 'Time zone of price charts' })
  await zone.fill('tokyo')
  await dialog.getByRole('option', { name: /Tokyo/ }).click()
  await look('settings-display')

  await dialog.getByRole('button', { name: 'Orders and Sounds' }).click()
  await dialog.getByRole('switch', { name: 'Sounds' }).check({ force: true })
  const amount = dialog.getByRole('textbox', { name: 'Percent of equity' })
  await amount.fill('4')
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/configuration/default-quantity'))
  await amount.press('Enter')
  await stored
  await look('settings-orders')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(async () => Number(await quantity.inputValue()) / usual).toBeGreaterThan(1.8)
  await expect(legend.first()).toContainText(/Tokyo/)

  // In another browser.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-colors', 'blue-orange')
  await expect(legend.first()).toContainText(/Tokyo/)
  await look('desk-blue-orange')
  expect(complaints).toEqual([])
  await context.close()
})
