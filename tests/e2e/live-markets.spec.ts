import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { NARROW, WIDE } from './screens.ts'
import { test } from './test.ts'

const panel = (page: Page, name: string, detail?: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .filter(detail === undefined ? {} : { has: page.getByText(detail, { exact: true }) })
const tile = (page: Page, venue: string) =>
  panel(page, 'EUR/USD', venue).filter({ has: page.getByRole('textbox', { name: /^Quantity/ }) })

async function register(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('User name') })
  const username = `trader${Date.now() % 100_000_000}`
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Repeat password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('a visitor watches the markets, registers, buys on paper, sees the position and closes it', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Markets' }).click()
  await expect(page.getByRole('heading', { name: 'Forex Markets' })).toBeVisible()
  await expect(page.getByText('Please log in to view', { exact: true })).toHaveCount(4)
  // Two venues quote the same instrument.
  for (const venue of ['SIM', 'SIM2']) {
    await expect(tile(page, venue).getByRole('status')).toHaveText('Live')
    await expect(tile(page, venue).getByRole('button', { name: /^BUY 1\.\d{5} / })).toBeVisible()
  }
  const half = tile(page, 'SIM').getByRole('button', { name: /^BUY/ })
  const first = await half.getAttribute('data-price')
  await expect(half).not.toHaveAttribute('data-price', first ?? '')

  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await register(page)
  await expect(panel(page, 'Open positions').getByText('No open positions')).toBeVisible()
  await expect(panel(page, 'Balances').getByText('10,000.00').first()).toBeVisible()

  await expect(tile(page, 'SIM').getByRole('status')).toHaveText('Live')
  await half.click()
  const dialog = page.getByRole('dialog', { name: /^Buy [\d,]+ EUR\/USD on SIM$/ })
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1000')
  await dialog.getByRole('textbox', { name: /^Stop loss/ }).fill('50')
  await expect(dialog.getByText(/^50 pips = 1\.\d{5}$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Trade', exact: true }).click()
  await expect(page.getByText(/^Trade executed: BUY 1,000 EUR\/USD at 1\.\d{5}\. Order filled$/)).toBeVisible()
  const position = panel(page, 'Open positions').getByRole('row', { name: /EUR\/USD/ })
  await expect(position).toContainText('▲ Long')
  await expect(panel(page, 'Orders').getByRole('row', { name: /Stop/ }).getByText('New')).toBeVisible()

  // What was on screen is there again without the events that brought it.
  await page.reload()
  await expect(position).toContainText('▲ Long')
  await position.getByRole('button', { name: 'Close position of EUR/USD' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await expect(panel(page, 'Open positions').getByText('No open positions')).toBeVisible()
  await expect(panel(page, 'Closed positions').getByRole('row', { name: /EUR\/USD/ })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('a visitor fills in a ticket, registers, and finds it as it was: it orders, cancels and trades', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await page.goto('/platform')
  await page.getByRole('button', { name: 'New order' }).click()
  const ticket = panel(page, 'Trade ticket')
  await expect(ticket.getByRole('status').first()).toHaveText('Live')
  const submit = ticket.getByRole('button', { name: /^(Buy|Sell) / })
  const quantity = ticket.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('5000')
  await submit.click()
  await expect(page.getByRole('dialog').getByText('Please log in to trade')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Create an account' }).click()
  await register(page)
  await expect(quantity).toHaveValue('5000')
  await expect(submit).toHaveText(/^Buy 5,000 EUR\/USD on PAPER-\w+ PAPER$/)
  await expect(page.getByText('Order submitted successfully')).toHaveCount(0)

  // A key chooses the type; what it requires is marked when it is submitted.
  await ticket.getByRole('radio', { name: 'MARKET' }).focus()
  await page.keyboard.press('l')
  const limit = ticket.getByRole('textbox', { name: 'Limit price' })
  // It says that it cannot be sent yet; a press shows why.
  await submit.click({ force: true })
  await expect(ticket.getByText('Invalid number')).toBeVisible()
  await expect(limit).toBeFocused()
  await limit.fill('0.90000')
  // Where the machine is busy, the price may be too old for a moment.
  await expect(async () => {
    await limit.press('Enter')
    await expect(page.getByText('Order submitted successfully')).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await expect(page.getByText(/^Limit order placed on \w+\. BUY 5,000 EUR\/USD at 0\.90000$/)).toBeVisible()
  const order = panel(page, 'Orders').getByRole('row', { name: /Limit/ })
  await order.getByText('New').click()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText(/^Limit order canceled on \w+\. BUY 5,000 EUR\/USD at 0\.90000$/)).toBeVisible()

  await ticket.getByRole('radio', { name: 'MARKET' }).focus()
  await page.keyboard.press('m')
  await expect(limit).toBeHidden()
  await submit.click()
  await expect(page.getByText(/^Trade executed: BUY 5,000 EUR\/USD at 1\.\d{5}\. Order filled$/)).toBeVisible()
  await expect(panel(page, 'Open positions').getByRole('row', { name: /EUR\/USD/ })).toContainText('5,000')
  expect(complaints).toEqual([])
})

test('a trader orders on a phone: the ticket is a sheet above the markets', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/platform')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await register(page)
  const bar = page.getByRole('complementary', { name: 'Trade' })
  await bar.getByRole('button', { name: /^SELL 1\.\d{5}/ }).click()
  const sheet = page.getByRole('dialog', { name: 'EUR/USD on SIM' })
  await sheet.getByRole('textbox', { name: /^Stop loss/ }).fill('50')
  await expect(sheet.getByText(/^50 pips = 1\.\d{5}$/)).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Quantity' }).fill('1000')
  await sheet.getByRole('button', { name: /^Sell 1,000 EUR\/USD on PAPER-\w+ PAPER$/ }).click()
  await expect(page.getByText(/^Trade executed: SELL 1,000 EUR\/USD at 1\.\d{5}\. Order filled$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  const card = panel(page, 'Open positions').getByRole('listitem').filter({ hasText: 'EUR/USD' })
  await expect(card).toContainText('▼ Short')
  await expect(card.getByRole('definition').first()).toBeVisible()
  expect(complaints).toEqual([])
})

for (const size of [WIDE, NARROW]) {
  test(`what is wrong with a trade is said where it is typed, and clicks trade once, ${size.name}`, async ({
    page,
  }) => {
    const complaints = watchConsole(page)
    await page.setViewportSize(size)
    await newUser(page.request, 'clicker')
    await page.goto('/platform')
    const eurusd = tile(page, 'SIM')
    const half = eurusd.getByRole('button', { name: /^BUY/ })
    const quantity = eurusd.getByRole('textbox')
    await expect(eurusd.getByRole('status')).toHaveText('Live')
    // Of several clicks within a second the first one counts.
    const clickUntil = async (shown: ReturnType<Page['getByText']>): Promise<void> => {
      await expect(async () => {
        // What it opens is over it from then on.
        if (!(await shown.isVisible())) await half.click({ timeout: 1_500 })
        await expect(shown).toBeVisible({ timeout: 1_500 })
      }).toPass()
    }
    const confirmation = (name: string) => page.getByRole('dialog', { name })
    await quantity.fill('1a')
    await clickUntil(page.getByText('TRADE STOPPED AT CLIENT'))
    await expect(page.getByText('Invalid quantity')).toBeVisible()
    await quantity.fill('0')
    await clickUntil(page.getByText('Minimum trade size for EUR/USD is 1'))

    await quantity.fill('100000')
    const large = confirmation('Buy 100,000 EUR/USD on SIM')
    await clickUntil(large)
    await expect(large.getByText('A stop loss is recommended')).toBeVisible()
    const stop = large.getByRole('textbox', { name: /^Stop loss/ })
    await stop.fill('20')
    await expect(large.getByText(/^20 pips = 1\.\d{5}$/)).toBeVisible()
    await stop.fill('9.99')
    await expect(large.getByText('Stop loss must be less than bid price for long positions')).toBeVisible()
    await expect(large.getByRole('button', { name: 'Trade', exact: true })).toBeDisabled()
    await stop.fill('2000')
    await expect(large.getByText('Risking more than account balance')).toBeVisible()
    await large.getByRole('button', { name: 'Cancel' }).click()
    await quantity.fill('900000')
    const huge = confirmation('Buy 900,000 EUR/USD on SIM')
    await clickUntil(huge)
    await expect(huge.getByText('Not enough available margin')).toBeVisible()
    await expect(huge.getByRole('button', { name: 'Trade', exact: true })).toBeDisabled()
    await huge.getByRole('button', { name: 'Cancel' }).click()

    await quantity.fill('1000')
    await page.getByRole('button', { name: 'Trading settings' }).click()
    await expectToast(page, 'Use double click trading with caution.', () =>
      page.getByRole('switch', { name: 'Double click trading' }).check({ force: true }),
    )
    await page.keyboard.press('Escape')
    await expectToast(page, 'Double click to trade', () => half.click())
    const executed = 'Trade executed: BUY 1,000 EUR/USD at '
    await expectToast(page, executed, () => half.dblclick())
    // By then, another click counts.
    await page.getByText(executed).first().waitFor({ state: 'hidden' })
    await expectToast(page, executed, () => half.click({ clickCount: 4 }))

    // What a wrong click had sent as well would be in the list before this order.
    const ticket =
      size === WIDE
        ? (await page.getByRole('button', { name: 'New order' }).click(), panel(page, 'Trade ticket'))
        : (await page.getByRole('complementary', { name: 'Trade' }).getByRole('button', { name: /^BUY/ }).click(),
          page.getByRole('dialog', { name: 'EUR/USD on SIM' }))
    const submit = ticket.getByRole('button', { name: /^Buy / })
    await ticket.getByText('LIMIT', { exact: true }).click()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('1000.5')
    await submit.click({ force: true })
    await expect(ticket.getByText('Invalid number')).toBeVisible()
    await expect(ticket.getByText('Lot size is 1', { exact: true })).toBeVisible()
    await ticket.getByText('STOP_LIMIT', { exact: true }).click()
    await expect(ticket.getByText('Invalid number')).toBeHidden()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('1000')
    await ticket.getByRole('textbox', { name: 'Limit price' }).fill('1.90100')
    await ticket.getByRole('textbox', { name: 'Stop price' }).fill('1.90000')
    await expectToast(page, 'Order submitted successfully', () => submit.click())
    const types = async () => {
      const orders = await callApi<{ type: string }[]>(page.request, 'GET', '/api/orders')
      return orders.map(({ type }) => type).toSorted()
    }
    await expect.poll(types).toEqual(['Market', 'Market', 'Stop Limit'])
    expect(complaints).toEqual([])
  })
}

test('a trader finds a market by its name, trades on its page, and tests an algorithm on it', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'finder')
  await newAlgorithm(page.request, 'On any market', 'function onIntervalClose() {}')
  await page.goto('/algorithms')
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('gbp/usd sim')
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('GBP/USD SIMMarket')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'GBP/USD SIM' })).toBeVisible()

  const ticket = panel(page, 'Trade ticket')
  await expect(ticket.getByRole('status').first()).toHaveText('Live')
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('2000')
  await ticket.getByRole('button', { name: /^Buy 2,000 GBP\/USD/ }).click()
  await expect(page.getByText(/^Trade executed: BUY 2,000 GBP\/USD at 1\.\d{5}\. Order filled$/)).toBeVisible()
  await expect(panel(page, 'Open positions').getByRole('row', { name: /GBP\/USD/ })).toContainText('2,000')
  await expect(panel(page, 'Executions').getByRole('row', { name: /GBP\/USD/ })).toBeVisible()

  await page.getByRole('button', { name: 'Backtest here' }).click()
  await page.getByRole('menuitem', { name: 'On any market' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Backtest' })
  await expect(dialog.getByRole('combobox', { name: 'Instrument' })).toHaveValue(/GBP\/USD SIM/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // From the desk, its name leads there.
  await page.goto('/platform')
  await panel(page, 'Open positions')
    .getByRole('link', { name: /^GBP\/USD/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'GBP/USD SIM' })).toBeVisible()
  expect(complaints).toEqual([])
})
