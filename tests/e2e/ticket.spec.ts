import { expect, type Page } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { test } from './test.ts'

const PAGE = '/instruments/BTCUSDT:SIM'

const ticketOn = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Trade ticket', exact: true }) })

test('a trader saves an order as a template, finds it in another browser, and makes it the default', async ({
  page,
  browser,
}) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'template')
  await page.goto(PAGE)
  const ticket = ticketOn(page)
  await expect(ticket.getByRole('status').first()).toHaveText('Live')
  await ticket.getByText('STOP', { exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.002')
  await ticket.getByRole('textbox', { name: 'Stop price' }).fill('90000.00')
  await ticket.getByRole('textbox', { name: /^Stop loss/ }).fill('1000.0')
  await ticket.getByRole('button', { name: 'Order templates' }).click()
  await expect(page.getByRole('menuitem', { name: 'None yet' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Save this ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save order template' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Breakout')
  await dialog.getByRole('combobox', { name: 'Quantity' }).selectOption('A part of the equity')
  await dialog.getByRole('textbox', { name: 'Part of the equity' }).fill('5')
  await expectToast(page, 'Template Breakout saved', () => dialog.getByRole('button', { name: 'Save' }).click())

  const other = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await other.newPage()
  await elsewhere.goto(PAGE)
  const second = ticketOn(elsewhere)
  await expect(second.getByRole('status').first()).toHaveText('Live')
  await second.getByRole('radio', { name: 'MARKET' }).focus()
  await elsewhere.keyboard.press('p')
  const item = elsewhere.getByRole('menuitem', { name: /^Breakout/ })
  await expect(item).toBeFocused()
  await elsewhere.keyboard.press('Enter')
  await expect(second.getByText('From the template Breakout')).toBeVisible()
  await expect(second.getByRole('radio', { name: 'STOP', exact: true })).toBeChecked()
  await expect(second.getByRole('textbox', { name: 'Quantity' })).toHaveValue(/^0\.0\d+$/)
  await expect(second.getByRole('textbox', { name: 'Stop price' })).toHaveValue(/^\d+\.\d{2}$/)

  await second.getByRole('button', { name: 'Order templates' }).click()
  await elsewhere.getByRole('menuitem', { name: 'Rename, delete, default' }).click()
  const kept = elsewhere.waitForResponse((answer) => answer.url().endsWith('/api/configuration/panels.trade-ticket'))
  await elsewhere.getByRole('button', { name: 'Breakout: default of BTC/USDT' }).click()
  await kept
  await other.close()
  await page.reload()
  await expect(ticket.getByText('From the template Breakout')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a trader links a target to a stop order on paper, and ending one ends the other', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'linker')
  await page.goto(PAGE)
  const ticket = ticketOn(page)
  await expect(ticket.getByRole('status').first()).toHaveText('Live')
  const submit = ticket.getByRole('button', { name: /^Buy / })
  await ticket.getByText('LIMIT', { exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.001')
  await ticket.getByRole('textbox', { name: 'Limit price' }).fill('30000.00')
  await expectToast(page, 'Order submitted successfully', () => submit.click())
  await page.getByText('Order submitted successfully').waitFor({ state: 'hidden' })
  await ticket.getByText('STOP', { exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Stop price' }).fill('95000.00')
  const link = ticket.getByRole('combobox', { name: 'One cancels the other' })
  await link.selectOption({ index: 1 })
  await expect(link.locator('option:checked')).toHaveText(/^Buy 0\.001 at 30,?000\.00 \(Limit\)$/)
  await expectToast(page, 'Order submitted successfully', () => submit.click())
  const orders = () =>
    callApi<{ id: string; type: string; status: string; linkedTo: string | null }[]>(page.request, 'GET', '/api/orders')
  await expect
    .poll(async () => (await orders()).map(({ type, status }) => `${type} ${status}`).toSorted())
    .toEqual(['Limit NEW', 'Stop NEW'])
  const [limit] = (await orders()).filter(({ type }) => type === 'Limit')
  await callApi(page.request, 'DELETE', `/api/order/${limit?.id}`)
  await expect.poll(async () => (await orders()).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
  expect(complaints).toEqual([])
})
