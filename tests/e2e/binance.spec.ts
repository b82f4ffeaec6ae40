import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { Installation } from './faults/installation.ts'
import { test } from './test.ts'

const KEY = { apiKey: 'keyofthebrowserkeyofthebrowser12', apiSecret: 'a secret of the browser' }
const SESSION_KEY = { apiKey: 'keyofthesessionkeyofthesession12', apiSecret: 'a secret of the session' }
const QUOTE_MS = 300
/** Buys once: orders are refused while prices are caught up with that came during the start. */
const BUYS_ONCE = `
  let wants = true
  function onTick() {
    if (!wants) return
    wants = false
    buy({ quantity: 0.1, stopLoss: 59000 })
  }
  function onPositionOpened({ quantity, openPrice }) { log('opened', quantity, openPrice) }
  function onOrder({ status, reason }) { if (status === 'REJECTED') wants = /^Prices that were missed/.test(reason) }`
/** The built-in layout names markets of venues that are off here. */
const UNAVAILABLE = /^The layout has panels that are not available/

/** A server whose exchange is a stand-in, with prices that a test moves. */
async function openExchange() {
  const clock = new LabClock(Date.now())
  const book = { lastUpdateId: 1, bids: [['60000.00', '5']], asks: [['60001.00', '5']] } as const
  const accounts = [KEY, SESSION_KEY].map(({ apiKey, apiSecret: secret }) => ({
    apiKey,
    secret,
    balances: { USDT: '200000' },
  }))
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

async function addKey(request: APIRequestContext, key: typeof KEY): Promise<void> {
  await callApi(request, 'POST', '/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Binance', ...key })
  // The exchange is asked meanwhile; without its answer the ticket would trade the paper account.
  const accounts = () => callApi<{ broker: string; connected: boolean }[]>(request, 'GET', '/api/accounts')
  const isConnected = expect.objectContaining({ broker: 'BINANCE', connected: true })
  // After an answer that came too late it asks again, at growing intervals.
  await expect.poll(accounts, { timeout: 300_000 }).toContainEqual(isConnected)
}

/** The markets, with a ticket, as somebody who has just registered sees them. */
async function openMarkets(browser: Browser, key: typeof KEY | null) {
  const context = await browser.newContext({ baseURL: exchange.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watchConsole(page)
  await newUser(context.request, 'broker')
  if (key !== null) await addKey(context.request, key)
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
  const { context, page, complaints, ticket, positions } = await openMarkets(browser, KEY)
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
  await ticket.getByRole('button', { name: /^Buy 0.1 BTC\/USDT on / }).click()
  await expect(positions).toContainText('▲ Long')
  await expect(light(page)).toHaveText('Connected')

  const { faults, clock } = exchange.lab
  faults.add({ when: { connection: 'wsApi', times: 100_000 }, do: '503' })
  faults.add({ when: { request: 'GET *', times: 100_000 }, do: '503' })
  faults.add({ when: { connection: 'wsApi', time: clock.now() }, do: 'close' })
  await expect(light(page)).toHaveText('Broker not connected')
  await expect(panel(page, 'Balances').getByRole('row', { name: /Binance/ })).toContainText('Not connected')
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

test('a session is started on an account at Binance, shows its position, and leaves it with its stop when it ends', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: exchange.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watchConsole(page)
  exchange.moveTo(60_000)
  await newUser(context.request, 'trader')
  await addKey(context.request, SESSION_KEY)
  const algorithm = await newAlgorithm(context.request, 'Buys once', BUYS_ONCE)
  await page.goto(`/algorithms/${algorithm.id}/trade`)
  await page.getByRole('button', { name: 'New Trading Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Trading Session' })
  await dialog.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: 'BINANCE · 200,000.00 USDT' }).click()
  await dialog.getByRole('combobox', { name: 'Instrument' }).fill('BTC')
  await page.getByRole('option', { name: /BTC\/USDT.*BINANCE/ }).click()
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue('BINANCE · 200,000.00 USDT')
  await expectToast(page, 'Session started', () => dialog.getByRole('button', { name: 'OK' }).click())

  await expect(page.getByRole('heading', { name: 'Buys once on BTCUSDT:BINANCE' })).toBeVisible()
  const facts = panel(page, 'Trading session')
  await expect(facts).toContainText('Binance')
  const position = page.getByRole('region', { name: 'Positions (Open)' }).getByRole('row').filter({ hasText: 'LONG' })
  // The fee of 0.1% was paid in coins.
  for (const text of ['0.0999', '60,001', '59,000']) await expect(position).toContainText(text)
  await expect(page.getByText('opened 0.0999 60001', { exact: true }).first()).toBeVisible()
  const stops = () =>
    exchange.lab.accounts
      .get(SESSION_KEY.apiKey)
      .orders.filter(({ type, status }) => type === 'STOP_LOSS' && status === 'NEW')
  await expect.poll(() => stops().length).toBe(1)

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Stop trading session' })
  await expect(question).toContainText('Its open positions stay open, with their stops at the broker.')
  const confirm = question.getByRole('button', { name: 'Stop trading session' })
  await expectToast(page, 'Session stopped', () => confirm.click())
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await expect(facts).toContainText('Stopped')
  await expect(position).toContainText('0.0999')
  expect(stops()).toHaveLength(1)
  expect(complaints).toEqual([])
  await context.close()
})
