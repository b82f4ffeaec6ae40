import { expect } from '@playwright/test'
import { newUser } from './api.ts'
import { openScreens, NARROW, WIDE } from './screens.ts'
import { test } from './test.ts'

const VIEWS = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
  { size: WIDE, scheme: 'light' },
  { size: NARROW, scheme: 'dark' },
] as const

test('a bad day is practiced on a paper account, seen as it happens, and stopped', async ({
  browser,
  page: { request },
}) => {
  await newUser(request, 'practiced')
  const [account] = (await (await request.get('/api/accounts')).json()) as { id: string }[]
  const { page, complaints, look } = await openScreens(browser, { views: VIEWS, login: await request.storageState() })
  await page.goto(`/accounts/${account?.id}/practice`)
  await page.getByLabel('Partly filled and canceled').check()
  await page.getByRole('combobox', { name: 'Instrument' }).fill('EUR/USD')
  await page.getByRole('option', { name: 'EUR/USD · SIM', exact: true }).click()
  await expect(page.getByText('fills 40% of the order and cancels the rest')).toBeVisible()
  await expect(page.getByText('Nothing else is open on this account')).toBeVisible()
  await look('drill-choice')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('PRACTICING')).toBeVisible()
  const events = page.getByRole('list', { name: 'What happened' })
  await expect(events).toContainText('Practice of a bad day begins')
  await expect(events).toContainText(/canceled: canceled with .* not filled/)
  await look('drill-running')
  await page.getByRole('button', { name: 'Stop at once' }).click()
  await expect(page.getByText('It was stopped')).toBeVisible()
  await expect(page.getByText('PRACTICING')).toBeHidden()
  await expect(page.locator('dl')).toContainText(/Until closed\d/)
  await look('drill-over')
  expect(complaints).toEqual([])
})
