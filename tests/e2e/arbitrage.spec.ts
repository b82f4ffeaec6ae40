import { expect } from '@playwright/test'
import { newUser } from './api.ts'
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

const VIEWS = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
  { size: WIDE, scheme: 'light' },
  { size: NARROW, scheme: 'dark' },
] as const

test('both orders of a pair are entered in one ticket, reviewed and sent, and the result is listed', async ({
  browser,
  page: { request },
}) => {
  await newUser(request, 'arbitrageur')
  const { context, page, complaints, look } = await openScreens(browser, {
    views: VIEWS,
    login: await request.storageState(),
  })
  await page.goto('/arbitrage')
  await expect(page.getByText('Nothing executed yet')).toBeVisible()
  const row = page.getByRole('row', { name: /^BTC\/USDT SIM2/ })
  // By keys alone: the pair, then the ticket above its column.
  await row.focus()
  await page.keyboard.press('Enter')
  const matrix = page.getByRole('group', { name: 'BTC/USDT at two venues' })
  await matrix.getByRole('button', { name: 'Trade both' }).first().focus()
  await page.keyboard.press('Enter')
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT: buy on SIM, sell on SIM2' })
  await expect(ticket.getByRole('textbox', { name: 'Quantity of both orders' })).toHaveValue(/\d/)
  // Far enough from the prices that both are filled, whenever they arrive.
  const far = async (name: string, factor: number): Promise<void> => {
    const field = ticket.getByRole('textbox', { name })
    await field.fill(String(Math.round(Number(await field.inputValue()) * factor)))
  }
  await far('At most', 1.004)
  await far('At least', 0.996)
  await ticket.getByRole('textbox', { name: 'Maximum loss' }).fill('500')
  await ticket.getByLabel('Keep the other one, with a stop').check()
  await expect(ticket.getByRole('textbox', { name: 'Stop if kept' })).toHaveCount(2)
  await look('arbitrage-ticket')
  await ticket.getByLabel('Close the other one at the market').check()
  await ticket.getByRole('button', { name: 'Review' }).click()
  await expect(ticket.getByText('This is simulated: no real money is traded.')).toBeVisible()
  await expect(ticket).toContainText('If one order fails: close the other one at the market')
  await look('arbitrage-review')
  await ticket.getByRole('button', { name: 'Send both orders' }).click()
  await expect(ticket.getByRole('status')).toHaveText('Both filled')
  await expect(ticket.getByRole('row', { name: /^Net/ })).toHaveText(/Net[+−]?\d+\.\d\d[+−]?\d+\.\d\d/)
  await expect(ticket).toContainText('0.0 ms between the orders')
  await look('arbitrage-result')
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()
  const executed = page.getByRole('row', { name: /BTC\/USDT SIM to SIM2.*Both filled/ })
  await expect(executed).toBeVisible()
  await look('arbitrage-executed')
  await executed.click()
  await expect(page.getByRole('dialog', { name: 'Arbitrage' }).getByRole('status')).toHaveText('Both filled')
  expect(complaints).toEqual([])
  await context.close()
})
