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
  await page.getByRole('option', { name: 'EUR/USD SIM', exact: true }).click()
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

test(
  'a bad day is begun from the account, and at its end says what custody and guardian did',
  { tag: '@full' },
  async ({ browser, page: { request } }) => {
    test.setTimeout(120_000)
    await newUser(request, 'drilled')
    const layout = { name: 'Mine', config: [{ view: 'balances', opts: {}, w: 6, h: 3 }], responsive: true }
    await callApi(request, 'PUT', '/api/configuration/layout.platform', { value: [layout] })
    const [account] = await callApi<[{ id: string }]>(request, 'GET', '/api/accounts')
    await callApi(request, 'PUT', `/api/accounts/${account.id}/limits`, { dailyLoss: 500 })
    const { page, complaints, look } = await openScreens(browser, { views: VIEWS, login: await request.storageState() })
    await openLayout(page, 'Mine')
    await page.getByRole('button', { name: /500/ }).click()
    await page.getByRole('link', { name: 'Practice a bad day on this account' }).click()
    await page.getByLabel('A margin call').check()
    await page.getByRole('combobox', { name: 'Instrument' }).fill('EUR/USD')
    await page.getByRole('option', { name: 'EUR/USD SIM', exact: true }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText('It ran to its end')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('There was no position with a stop to look after')).toBeVisible()
    const guardian = page.getByText(/^Guardian: Set the account to “Closed down” [\d.]+ s after/)
    await expect(guardian).toContainText(
      /Lost [\d,.]+ today, the limit is 500.* It closed after [\d.]+ s, at −[\d,.]+ USD/,
    )
    await expect(page.getByText('This account opens nothing now: release it first')).toBeVisible()
    await expect(page.getByText('PRACTICING')).toBeHidden()
    await look('drill-guarded')
    expect(complaints).toEqual([])
  },
)
