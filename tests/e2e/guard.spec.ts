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

interface Account {
  readonly id: string
  readonly level: string
}

test('rules of an account say what they measure, stop openings at a limit, and the account is released', async ({
  browser,
  page: { request },
}) => {
  await newUser(request, 'guarded')
  const cell = { view: 'balances', opts: {}, w: 5, h: 3 }
  const layout = {
    name: 'Mine',
    config: [cell, { ...cell, view: 'price-tile', opts: { instrumentId: 'EURUSD:SIM' }, w: 1 }],
    responsive: true,
  }
  await callApi(request, 'PUT', '/api/configuration/layout.platform', { value: [layout] })
  const { page, complaints, look } = await openScreens(browser, { views: VIEWS, login: await request.storageState() })
  await openLayout(page, 'Mine')
  const [account] = await callApi<[Account]>(request, 'GET', '/api/accounts')
  const path = `/api/accounts/${account.id}/limits`
  await page.getByRole('button', { name: 'No limit' }).click()
  await expect(page.getByText(/^Nothing is measured now/)).toBeVisible()
  await page.keyboard.press('Escape')
  const tile = page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trade' }).click()
  await expect.poll(() => callApi<readonly unknown[]>(request, 'GET', '/api/positions/open')).toHaveLength(1)
  await callApi(request, 'PUT', path, { dailyLoss: 1_000, exposure: 1e9, orderRate: 10 })
  await page.getByRole('button', { name: '3 limits' }).click()
  const rules = page.getByRole('region', { name: 'Rules' })
  const exposure = rules.getByRole('listitem').filter({ hasText: 'Exposure' })
  await expect(exposure).toContainText(/[1-9][\d,.]* USD of 1,000,000,000.00 USD.*left/)
  await expect(exposure).toContainText(/opens nothing at the limit.*limit set/)
  await look('guard-rules')
  await page.keyboard.press('Escape')
  await callApi(request, 'PUT', path, { exposure: 1 })
  await page.getByRole('button', { name: 'Opens nothing' }).click()
  await expect(exposure).toContainText(/opens nothing since/)
  await look('guard-restricted')
  await callApi(request, 'PUT', path, { exposure: null })
  await page.getByLabel('Why it is released').fill('The limit was a mistake')
  await page.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('The account was released')).toBeVisible()
  await expect.poll(async () => (await callApi<[Account]>(request, 'GET', '/api/accounts'))[0].level).toBe('ACTIVE')
  expect(complaints).toEqual([])
})
