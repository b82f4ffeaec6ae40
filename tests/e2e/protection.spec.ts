import { expect } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { openLayout } from './dashboard-page.ts'
import { openScreens, NARROW, WIDE } from './screens.ts'
import { test } from './test.ts'

const VIEWS = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
  { size: WIDE, scheme: 'light' },
  { size: NARROW, scheme: 'dark' },
] as const

test('positions say how they are protected, and paper does with refused stops what was chosen', async ({
  browser,
  page: { request },
}) => {
  await newUser(request, 'protected')
  const cell = { view: 'open-positions', opts: {}, w: 6, h: 3 }
  const layout = {
    name: 'Mine',
    config: [
      { ...cell, view: 'price-tile', opts: { instrumentId: 'EURUSD:SIM' }, w: 1 },
      cell,
      { ...cell, view: 'balances', w: 5 },
    ],
    responsive: true,
  }
  await callApi(request, 'PUT', '/api/configuration/layout.platform', { value: [layout] })
  const { page, complaints, look } = await openScreens(browser, { views: VIEWS, login: await request.storageState() })
  await openLayout(page, 'Mine')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Trade' }).click()
  const panel = page.locator('[data-view=open-positions]')
  const protection = panel.getByRole('button', { name: /^Protection of EUR\/USD/ })
  await expect(protection).toContainText('–')
  await protection.click()
  await expect(dialog.getByText('Nothing is recorded')).toBeVisible()
  await look('protection-empty')
  await page.keyboard.press('Escape')

  await panel.getByRole('button', { name: /^Actions for position of/ }).click()
  await page.getByRole('menuitem', { name: /^Stop to break-even/ }).click()
  const field = dialog.getByLabel(/^Stop loss/)
  await expect(field).not.toHaveValue('')
  await field.fill((Number(await field.inputValue()) - 0.05).toFixed(5))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(protection).toContainText('Covered')
  await look('protection')
  await protection.click()
  await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText(/Covered.*by Tradeloom · now/)
  await expect(dialog.getByRole('region', { name: 'Without protection' })).toContainText('Never')
  await look('protection-history')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'No limit' }).click()
  await dialog.getByRole('combobox', { name: /has passed a stop/ }).click()
  await page.getByRole('option', { name: 'The order is canceled' }).click()
  await expect(page.getByText('The choice counts from the next order on')).toBeVisible()
  await look('refused-stops')
  const [account] = await callApi<[{ refusedStops: string }]>(request, 'GET', '/api/accounts')
  expect(account.refusedStops).toBe('cancel')
  expect(complaints).toEqual([])
})
