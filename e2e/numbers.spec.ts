import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { hasRealData } from './market-fixtures.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', 'shared', 'design', 'examples', 'sma-cross.js')

test('a run in the browser shows the numbers on which two independent engines agree', async ({ page }) => {
  test.skip(!hasRealData, '../shared/data is absent')
  await newUser(page.request, 'numbers')
  const algorithm = await newAlgorithm(page.request, 'Cross of averages', readFileSync(EXAMPLE, 'utf8'))
  await page.goto(`/algorithms/${algorithm.id}/backtest`)
  await page.getByRole('button', { name: 'New Backtest' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Backtest' })
  await dialog.getByRole('combobox', { name: 'Instrument' }).click()
  await page.getByRole('option', { name: /GBP\/USD · FXCM/ }).click()
  await dialog.getByRole('combobox', { name: 'Interval' }).click()
  await page.getByRole('option', { name: '1 min', exact: true }).click()
  await dialog.getByLabel('Start (UTC)').fill('02/01/2012')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Initial balance (USD)').fill('1000000')
  await dialog.getByRole('button', { name: 'Prices and costs' }).click()
  await dialog.getByRole('combobox', { name: 'Prices' }).click()
  await page.getByRole('option', { name: 'Bid for both sides' }).click()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()

  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('2012-02-01 to 2012-03-01')).toBeVisible()
  await expect(page.locator('dl').filter({ hasText: 'Equity' }).getByText('998,933.00').first()).toBeVisible()
  // 1,200 closed and the last one still open.
  await expect(page.getByText('1,201').first()).toBeVisible()
  await expect(page.getByText(/1 open$/).first()).toBeVisible()
})
