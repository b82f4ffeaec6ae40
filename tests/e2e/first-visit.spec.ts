import { expect, type Page } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const SATURDAY = new Date('2026-11-28T17:00:00Z')

test('a new user is shown where to start, until the card is closed for good', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await page.goto('/')
  await expect(page.getByText(/trade on paper, and on your exchange/)).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  const username = `start${Date.now() % 100_000_000}`
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Repeat password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { name: 'Start here' })
  await expect(title).toBeVisible()
  await expect(page.getByText(/^Your paper account PAPER-\w+ has 10,000\.00 USD\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Clone ./ })).toBeVisible()
  await look('start-card')

  await page.getByRole('link', { name: 'Import market data' }).click()
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible()
  await page.goto('/algorithms')
  await page.getByRole('link', { name: 'Open Markets' }).click()
  await expect(page).toHaveURL(/\/platform\//)
  await page.goto('/algorithms')
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/configuration/start-card'))
  await page.getByRole('button', { name: 'Close for good' }).click()
  await stored
  await expect(title).toBeHidden()
  // In another browser.
  await page.evaluate(() => localStorage.clear())
  const known = page.waitForResponse((response) => response.url().endsWith('/api/configuration'))
  await page.reload()
  expect(await (await known).json()).toMatchObject({ 'start-card': 'closed' })
  await expect(page.getByRole('heading', { name: 'Shared by the community' })).toBeVisible()
  await expect(title).toBeHidden()
  expect(complaints).toEqual([])
  await context.close()
})

test('on a weekend, Markets opens where prices move, and a session says that its market is closed', async ({
  page,
}) => {
  await closeForex(page)
  await newUser(page.request, 'weekend')
  await page.goto('/platform')
  await expect(page).toHaveURL(/\/platform\/Crypto%20Markets$/)
  const { id } = await newAlgorithm(page.request, 'Weekend', 'function onTick() {}')
  await page.goto(`/algorithms/${id}/trade`)
  await page.getByRole('button', { name: 'New Trading Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Trading Session' })
  const instrument = dialog.getByRole('combobox', { name: 'Instrument' })
  await expect(instrument).toHaveValue('BTC/USDT SIM')
  await instrument.click()
  await page.getByRole('option', { name: 'EUR/USD SIM', exact: true }).click()
  const note = dialog.getByRole('alert')
  await expect(note).toContainText('EUR/USD is closed now: the session starts, and waits for its first price.')
  await expect(note).toContainText('Opens Sun 22:00, in 1 d 5 h')
  await note.getByRole('button', { name: 'Trade BTC/USDT instead' }).click()
  await expect(instrument).toHaveValue('BTC/USDT SIM')
  await expect(note).toBeHidden()
})

/** As the server says it on a Saturday: in tests, its simulated markets trade on all days. */
async function closeForex(page: Page): Promise<void> {
  await page.clock.setFixedTime(SATURDAY)
  await page.route('**/public-api/instruments/**', async (route) => {
    const response = await route.fetch()
    const instruments = (await response.json()) as { readonly product: string }[]
    const json = instruments.map((one) =>
      one.product === 'Forex' ? { ...one, tradingOpen: false, calendar: 'forex' } : one,
    )
    await route.fulfill({ response, json })
  })
}
