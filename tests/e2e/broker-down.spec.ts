import { type Browser, expect, type Page } from '@playwright/test'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { callApi, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { Installation } from './faults/installation.ts'
import { test } from './test.ts'

const KEY = { apiKey: 'keyofthebrowserkeyofthebrowser12', apiSecret: 'a secret of the browser' }
const QUOTE_MS = 300
/** The built-in layout names markets of venues that are off here. */
const UNAVAILABLE = /^The layout has panels that are not available/

/** A server whose exchange is a stand-in, with prices that a test moves. */
async function openExchange() {
  const clock = new LabClock(Date.now())
  const book = { lastUpdateId: 1, bids: [['60000.00', '5']], asks: [['60001.00', '5']] } as const
  const accounts = [{ apiKey: KEY.apiKey, secret: KEY.apiSecret, balances: { USDT: '200000' } }]
  const lab = await startBinanceLab({ clock, accounts, books: { BTCUSDT: book } })
  clock.run(1)
  let bid = 60_000
  const quote = (): void => {
    lab.markets.quote('BTCUSDT', { bid: bid.toFixed(2), ask: (bid + 1).toFixed(2), quantity: '5' })
  }
  const quoting = setInterval(quote, QUOTE_MS)
  lab.markets.trade('BTCUSDT', '60000.50')
  const { rest, streams, wsApi } = lab
  const installation = await Installation.open({
    env: {
      TRADELOOM_SIMULATED_VENUES: 'off',
      TRADELOOM_BINANCE_URLS: JSON.stringify({ rest, streams, wsApi }),
    },
  })
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  const instruments = async () => JSON.stringify(await installation.client.call('GET', '/public-api/instruments/USD'))
  await expect.poll(instruments).toContain('BTCUSDT:BINANCE')
  return {
    lab,
    url: installation.url,
    moveTo: (price: number): void => {
      bid = price
      quote()
    },
    async close() {
      clearInterval(quoting)
      await installation.close()
      await lab.stop()
    },
  }
}

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const light = (page: Page) => page.getByRole('banner').getByRole('status')

let exchange: Awaited<ReturnType<typeof openExchange>>
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  exchange = await openExchange()
})
test.afterAll(() => exchange?.close())

/** The markets, with a ticket, as somebody who has just registered sees them. */
async function openMarkets(browser: Browser, apiKey: string | null) {
  const context = await browser.newContext({ baseURL: exchange.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watchConsole(page)
  await newUser(context.request, 'broker')
  if (apiKey !== null) {
    const key = { formStyle: 4, type: 'live', broker: 'Binance', apiKey, apiSecret: KEY.apiSecret }
    await callApi(context.request, 'POST', '/api/exchange-api-keys', key)
    // The exchange is asked meanwhile; without its answer the ticket would trade the paper account.
    const accounts = () => callApi<{ broker: string; connected: boolean }[]>(context.request, 'GET', '/api/accounts')
    await expect.poll(accounts).toContainEqual(expect.objectContaining({ broker: 'BINANCE', connected: true }))
  }
  await page.goto('/platform')
  await page.getByRole('button', { name: 'New order' }).click()
  const ticket = panel(page, 'Trade ticket')
  await expect(ticket.getByRole('status').first()).toHaveText('Live')
  return {
    context,
    page,
    complaints,
    ticket,
    positions: panel(page, 'Open positions').getByRole('row', { name: /BTC\/USDT/ }),
  }
}

test('a broker that goes down is told by light, balances, ticket and closing, and so is its return', async ({
  browser,
}) => {
  const { context, page, complaints, ticket, positions } = await openMarkets(browser, KEY.apiKey)
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
  await ticket.getByRole('button', { name: /^Buy 0.1 BTC\/USDT on / }).click()
  await expect(positions).toContainText('▲ Long')
  await expect(light(page)).toHaveText('Connected')

  const { faults, clock } = exchange.lab
  faults.add({ when: { connection: 'wsApi', times: 100_000 }, do: '503' })
  faults.add({ when: { request: 'GET *', times: 100_000 }, do: '503' })
  faults.add({ when: { connection: 'wsApi', time: clock.now() }, do: 'close' })
  await expect(light(page)).toHaveText('Broker not connected')
  await expect(panel(page, 'Balances').getByRole('row', { name: /BINANCE/ })).toContainText('Not connected')
  await expect(ticket.getByText('Cannot open position - broker not connected')).toBeVisible()
  await positions.getByRole('button', { name: 'Close position of BTC/USDT' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await expect(page.getByText('Cannot close position - broker not connected')).toBeVisible()
  await expect(positions).toContainText('▲ Long')

  faults.clear()
  await expect(light(page)).toHaveText('Connected')
  await expect(ticket.getByText('Cannot open position - broker not connected')).toBeHidden()
  await positions.getByRole('button', { name: 'Close position of BTC/USDT' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await expect(panel(page, 'Closed positions').getByRole('row', { name: /BTC\/USDT/ })).toHaveCount(1)
  await expect(positions).toHaveCount(0)
  expect(complaints.filter((text) => !UNAVAILABLE.test(text))).toEqual([])
  await context.close()
})

test('a margin call is one message of three lines, and comes again only after it was over', async ({ browser }) => {
  const { context, page, complaints, ticket, positions } = await openMarkets(browser, null)
  await ticket.getByRole('radio', { name: /^SELL/ }).check({ force: true })
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.15')
  await ticket.getByRole('button', { name: /^Sell 0.15 BTC\/USDT on / }).click()
  await expect(positions).toContainText('▼ Short')
  exchange.moveTo(64_000)
  const call = page.getByRole('dialog', { name: 'Margin call' })
  await expect(call.getByRole('alert')).toHaveText(
    /MARGIN CALL\s*Insufficient available margin\.\s*Open positions will be closed\./,
  )
  await call.getByRole('button', { name: 'Understood' }).click()
  await expect(call).toBeHidden()
  const isCalled = () => callApi<{ marginCall: boolean }[]>(context.request, 'GET', '/api/accounts')
  exchange.moveTo(60_000)
  await expect.poll(isCalled).toMatchObject([{ marginCall: false }])
  await expect(call).toBeHidden()
  exchange.moveTo(64_000)
  await expect(call).toHaveCount(1)
  await call.getByRole('button', { name: 'Understood' }).click()
  expect(complaints.filter((text) => !UNAVAILABLE.test(text))).toEqual([])
  await context.close()
})
