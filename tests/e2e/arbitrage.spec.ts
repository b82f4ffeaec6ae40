import { expect } from '@playwright/test'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

test('a visitor sees what two venues are apart: the best pairs, one of them both ways, and its history', async ({
  browser,
}) => {
  const { context, page, complaints, look } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await page.goto('/arbitrage')
  const row = page.getByRole('row', { name: /^BTC\/USDT SIM2/ })
  await expect(row).toContainText(/[+−]?\d\.\d\d%/)
  await expect(page.getByText('Simulated', { exact: true }).first()).toBeVisible()
  // By keys alone.
  await row.focus()
  await page.keyboard.press('Enter')
  const matrix = page.getByRole('group', { name: 'BTC/USDT at two venues' })
  await expect(matrix.getByRole('columnheader')).toHaveText([/Sell SIM2\s*Buy SIM/, /Sell SIM\s*Buy SIM2/])
  for (const name of ['Sell at', 'Buy at', 'Profit or loss', 'Percent', 'Executable']) {
    await expect(matrix.getByRole('rowheader', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('group', { name: /^Percent of BTC\/USDT SIM2 – SIM/ })).toBeVisible()
  await expect(page.getByText(/lowest .\d?\.\d\d%, highest .*%, last .*%/)).toBeAttached()
  await look('arbitrage')
  // Others are chosen in the panel itself.
  await page.getByRole('combobox', { name: 'Markets' }).first().click()
  await page.getByRole('option', { name: 'EUR/USD SIM – SIM2' }).click()
  await expect(page.getByRole('group', { name: 'EUR/USD at two venues' })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})
