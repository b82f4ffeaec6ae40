import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { toUnits } from '@tradeloom/venue-lab'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { type Exchange, KEYS, openExchange } from './exchange.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

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

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const light = (page: Page) => page.getByRole('banner').getByRole('status')

let exchange: Exchange
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  exchange = await openExchange()
})
test.afterAll(() => exchange?.close())

async function addKey(request: APIRequestContext, key: (typeof KEYS)['broker']): Promise<void> {
  await callApi(request, 'POST', '/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Binance', ...key })
  // The exchange is asked meanwhile; without its answer the ticket would trade the paper account.
  const accounts = () => callApi<{ broker: string; connected: boolean }[]>(request, 'GET', '/api/accounts')
  const isConnected = expect.objectContaining({ broker: 'BINANCE', connected: true })
  // After an answer that came too late it asks again, at growing intervals.
  await expect.poll(accounts, { timeout: 300_000 }).toContainEqual(isConnected)
}

/** The markets, with a ticket, as somebody who has just registered sees them. */
async function openMarkets(browser: Browser, key: (typeof KEYS)['broker'] | null) {
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

/** As a person does: presses again once an order was turned down, as where a busy machine takes too long to send it. */
async function pressUntil(page: Page, press: () => Promise<void>, shown: Locator): Promise<void> {
  const rejected = panel(page, 'Orders').getByRole('row', { name: /Rejected/ })
  const stale = page.getByText('No fresh price')
  for (;;) {
    await expect(stale).toHaveCount(0)
    const before = await rejected.count()
    await press()
    const isAnswered = async () =>
      (await shown.count()) > 0 || (await rejected.count()) > before || (await stale.count()) > 0
    await expect.poll(isAnswered).toBe(true)
    if ((await shown.count()) > 0) return
  }
}

test('a broker that goes down is told by light, balances, ticket and closing, and so is its return', async ({
  browser,
}) => {
  const { context, page, complaints, ticket, positions } = await openMarkets(browser, KEYS.broker)
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
  await pressUntil(page, () => ticket.getByRole('button', { name: /^Buy 0.1 BTC\/USDT on / }).click(), positions)
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
  const closed = panel(page, 'Closed positions').getByRole('row', { name: /BTC\/USDT/ })
  // A closing that had to wait too long leaves the position open, and is sent again.
  await expect(async () => {
    if ((await closed.count()) === 0) {
      // What could not be sent left its question open.
      const dialog = page.getByRole('dialog')
      if ((await dialog.count()) === 0)
        await positions.getByRole('button', { name: 'Close position of BTC/USDT' }).click({ timeout: 5_000 })
      await dialog.getByRole('button', { name: 'Close position' }).click({ timeout: 5_000 })
    }
    await expect(closed).toHaveCount(1, { timeout: 20_000 })
  }).toPass()
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
  await addKey(context.request, KEYS.session)
  const algorithm = await newAlgorithm(context.request, 'Buys once', BUYS_ONCE)
  await page.goto(`/algorithms/${algorithm.id}/trade`)
  await page.getByRole('button', { name: 'New Trading Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Trading Session' })
  await dialog.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: 'BINANCE · 200,000.00 USDT' }).click()
  await dialog.getByRole('combobox', { name: 'Instrument' }).fill('BTC')
  await page.getByRole('option', { name: /BTC\/USDT Binance/ }).click()
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue('BINANCE · 200,000.00 USDT')
  await expectToast(page, 'Session started', () => dialog.getByRole('button', { name: 'OK' }).click())

  await expect(page.getByRole('heading', { name: 'Buys once on BTC/USDT Binance' })).toBeVisible()
  const facts = panel(page, 'Trading session')
  await expect(facts).toContainText('Binance')
  const position = page.getByRole('region', { name: 'Positions (Open)' }).getByRole('row').filter({ hasText: '▲ Long' })
  // The fee of 0.1% was paid in coins.
  for (const text of ['0.0999', '60,001', '59,000']) await expect(position).toContainText(text)
  await expect(page.getByText('opened 0.0999 60001', { exact: true }).first()).toBeVisible()
  const stops = () =>
    exchange.lab.accounts
      .get(KEYS.session.apiKey)
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

/** A row of a panel: a phone has cards. */
const rowOf = (page: Page, name: string, text: RegExp) =>
  panel(page, name)
    .getByRole(page.viewportSize()?.width === NARROW.width ? 'listitem' : 'row')
    .filter({ hasText: text })

/** Of a price in the list of orders; others of the same price may have been too old for a busy machine. */
const sentAt = (page: Page, price: RegExp) =>
  rowOf(page, 'Orders', price).filter({ hasNotText: /it waited for more than/ })

const SIZES = { wide: WIDE, narrow: NARROW } as const

/** The ticket as that screen has it; `away` puts it out of the way of the panels. */
async function openTicket(page: Page, isNarrow: boolean) {
  if (!isNarrow) {
    await page.getByRole('button', { name: 'New order' }).click()
    return { ticket: panel(page, 'Trade ticket'), away: async (): Promise<void> => {} }
  }
  await page
    .getByRole('complementary', { name: 'Trade' })
    .getByRole('button', { name: /^BUY 6/ })
    .click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT on Binance' })
  const away = async (): Promise<void> => {
    await ticket.getByRole('button', { name: 'Close' }).click()
    await expect(ticket).toBeHidden()
  }
  return { ticket, away }
}

for (const size of ['wide', 'narrow'] as const) {
  test(`a first-time user connects an exchange, and orders, cancels and closes there, ${size}`, async ({ browser }) => {
    const { lab } = exchange
    const isNarrow = size === 'narrow'
    const { page, context, look, complaints } = await openScreens(browser, {
      views: [{ size: SIZES[size], scheme: isNarrow ? 'light' : 'dark' }],
      baseURL: exchange.url,
    })
    exchange.moveTo(60_000)
    await newUser(context.request, size)
    const key = KEYS[size]
    const account = lab.accounts.get(key.apiKey)
    await page.goto('/about?settings=exchange-api-keys')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const add = async (secret: string): Promise<void> => {
      await settings.getByRole('button', { name: 'Add API key' }).click()
      await settings.getByRole('textbox', { name: 'API key' }).fill(key.apiKey)
      await settings.getByLabel('API secret', { exact: true }).fill(secret)
      await settings.getByRole('button', { name: 'Add API key' }).click()
    }
    const remove = async (): Promise<void> => {
      await settings.getByRole('button', { name: /^Delete the key/ }).click()
      await page.getByRole('button', { name: 'Delete key' }).click()
      await expect(settings.getByText('No exchange API keys')).toBeVisible()
    }
    await add('another secret')
    await expect(settings.getByRole('alert')).toContainText('Please delete to enter new keys')
    await look('exchange-keys')
    await remove()
    account.rights = { ...account.rights, enableWithdrawals: true }
    await add(key.apiSecret)
    await expect(settings.getByRole('alert')).toContainText('This key can withdraw money')
    await remove()
    account.rights = { ...account.rights, enableWithdrawals: false }
    await add(key.apiSecret)
    await expect(settings.getByRole('listitem').filter({ hasText: 'Binance' })).toContainText('Connected')

    await page.goto('/platform/Crypto%20Markets')
    let { ticket, away } = await openTicket(page, isNarrow)
    const submit = () => ticket.getByRole('button', { name: /^Buy .* on Binance \d+ LIVE$/ })
    const fill = (name: RegExp, text: string) => ticket.getByRole('textbox', { name }).fill(text)
    // Of several presses within a second the first one counts.
    const submitUntil = (shown: Locator): Promise<void> =>
      expect(async () => {
        await submit().click()
        await expect(shown).toBeVisible({ timeout: 5_000 })
      }).toPass()
    await ticket.getByText('LIMIT', { exact: true }).click()
    await fill(/^Limit price/, '60000.50')
    await fill(/^Total/, '60000.49')
    await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.99999')
    await fill(/^Quantity/, '1')
    await fill(/^Stop loss/, '59000.00')
    await expectToast(page, 'Limit order placed on Binance. BUY 1 BTC/USDT at 60,000.50', () => submit().click())
    await away()
    const working = (type: string) => account.orders.filter((one) => one.type === type && one.status === 'NEW')
    await expect.poll(() => working('LIMIT').length).toBe(1)
    const [bought] = working('LIMIT')
    await expectToast(page, 'BUY 0.4 BTC/USDT at 60,000.50. Order partially filled', async () =>
      lab.engine.fill(account, bought!, { price: toUnits('60000.5'), quantity: toUnits('0.4') }),
    )
    const partial = rowOf(page, 'Orders', /Partially filled/)
    await expect(partial).toContainText('0.4')
    await look('exchange-orders')
    await partial.getByRole('button', { name: /^Cancel Limit order/ }).click()
    await expectToast(page, 'Limit order canceled on Binance. BUY 1 BTC/USDT', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click(),
    )
    // What was bought stays, less the fee, with one stop for all of it.
    const positions = rowOf(page, 'Open positions', /BTC\/USDT/)
    await expect(positions).toContainText('0.3996')
    await expect.poll(() => working('STOP_LOSS').map(({ quantity }) => quantity)).toEqual([toUnits('0.3996')])

    // The answer is lost, and so is what would tell otherwise, once the order is there: a broker that is away gets none.
    const loseAnswer = (): void => {
      lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lostAck' })
      lab.faults.add({ when: { message: 'executionReport NEW' }, do: 'drop' })
      const stop = account.listen(() => {
        stop()
        for (const path of ['order', 'openOrders', 'allOrders'])
          lab.faults.add({ when: { request: `GET /api/v3/${path}`, times: 100_000 }, do: '503' })
      })
    }
    loseAnswer()
    ;({ ticket, away } = await openTicket(page, isNarrow))
    await ticket.getByText('LIMIT', { exact: true }).click()
    await fill(/^Stop loss/, '')
    await fill(/^Limit price/, '58000.00')
    await fill(/^Quantity/, '0.1')
    await submitUntil(sentAt(page, /58,000\.00/))
    const text = 'It is not yet confirmed whether an earlier order of this instrument was placed'
    await expect(ticket.getByText(text)).toBeVisible()
    await expect(submit()).toHaveAttribute('aria-disabled', 'true')
    await away()
    const first = rowOf(page, 'Orders', /BTC\/USDT/).first()
    await expect(first).toContainText(/UNKNOWN, asking Binance \d+ s/)
    await expect(first).toContainText('58,000.00')
    lab.faults.clear()
    await expect(rowOf(page, 'Orders', /UNKNOWN/)).toHaveCount(0)
    await expect(sentAt(page, /58,000\.00/)).toContainText('New')

    const answer = { status: 400, code: -2010, msg: 'Account has insufficient balance for requested action.' }
    lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'refuse', answer })
    ;({ ticket, away } = await openTicket(page, isNarrow))
    await ticket.getByText('STOP_LIMIT', { exact: true }).click()
    await fill(/^Quantity/, '0.1')
    await fill(/^Stop price/, '60500')
    await fill(/^Limit price/, '60600')
    await expectToast(page, 'Stop Limit order rejected on Binance. BUY 0.1 BTC/USDT at 60,600.00', () =>
      submit().click(),
    )
    await submitUntil(page.getByText('Stop Limit order placed on Binance. BUY 0.1 BTC/USDT at 60,600.00'))
    await away()
    // Others may have been too old for a busy machine.
    await expect(rowOf(page, 'Orders', /Rejected.*insufficient balance/)).toHaveCount(1)

    await positions.getByRole('button', { name: 'Close position of BTC/USDT' }).click()
    const question = page.getByRole('dialog', { name: 'Close position' })
    await expect(question).toContainText('Sells 0.3996 BTC/USDT at the market, now about 60,000.00. Profit now: ')
    await question.getByRole('button', { name: 'Close position' }).click()
    await expect(rowOf(page, 'Closed positions', /BTC\/USDT/)).toHaveCount(1)
    await expect(positions).toHaveCount(0)

    // The answer is lost once more, and with its key nobody can ask.
    loseAnswer()
    ;({ ticket, away } = await openTicket(page, isNarrow))
    await ticket.getByText('LIMIT', { exact: true }).click()
    await fill(/^Limit price/, '57000.00')
    await fill(/^Quantity/, '0.1')
    const lost = sentAt(page, /57,000\.00/)
    await submitUntil(lost)
    await expect(ticket.getByText(text)).toBeVisible()
    await away()
    const outcome = lost.getByRole('button', { name: 'It was not placed… Limit order of BTC/USDT' })
    await expect(outcome).toHaveAttribute('aria-disabled', 'true')
    await expectToast(page, 'Binance is still being queried. You can confirm this from', () => outcome.press('Enter'))
    const [{ id } = { id: '' }] = await callApi<{ id: string }[]>(context.request, 'GET', '/api/exchange-api-keys')
    await callApi(context.request, 'DELETE', `/api/exchange-api-keys/${id}`)
    await page.reload()
    await expect(lost).toContainText('UNKNOWN, venue not queried')
    await look('exchange-unknown')
    await outcome.click()
    const doubt = page.getByRole('dialog', { name: 'It was not placed' })
    await expect(doubt).toContainText('Check Binance first.')
    await look('exchange-not-placed')
    await doubt.getByRole('button', { name: 'It was not placed' }).click()
    await expect(lost).toContainText('Rejected')
    await expect(lost).toContainText('Not placed, as its owner says')
    lab.faults.clear()
    // It was placed all the same: whoever said that counts on its absence.
    expect(working('LIMIT').map(({ price }) => price)).toContain(toUnits('57000'))
    await addKey(context.request, key)
    await expect.poll(() => working('LIMIT').map(({ price }) => price)).not.toContain(toUnits('57000'))
    expect(complaints.filter((one) => !UNAVAILABLE.test(one))).toEqual([])
    await context.close()
  })
}
