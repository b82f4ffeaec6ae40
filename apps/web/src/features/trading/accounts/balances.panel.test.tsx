// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountGuard } from '@tradeloom/contracts'
import { formatSecond } from '../../../ui/format.ts'
import { Modals } from '../../../ui/modals.tsx'
import { giveLayout } from '../../../testing/give-layout.ts'
import { errorReply, mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { KEY } from '../../../entities/accounts/exchange-keys.fixture.ts'
import { accountOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import './balances.tsx'

beforeEach(() => {
  giveLayout()
  render(
    <MantineProvider env="test">
      <Modals />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('asks visitors to log in', async () => {
  mockApi()
  showPanel('balances')
  await screen.findByText('Please log in to view balances')
})

it('shows what accounts hold, and why one cannot be reached', async () => {
  const failing = accountOf({
    id: '02a1fcbd-ca32-7065-a0e0-bc608310879a',
    connectionId: '02a1fcbd-ca32-7065-a0e0-bc608310879b',
    broker: 'OANDA',
    type: 'live',
    connected: false,
  })
  mockApi({
    listAccounts: [
      accountOf({ equity: 10_153.2, used: 1_204.74, available: 8_948.46 }),
      { ...failing, connectionError: 'key refused' },
    ],
    // One whose key has never opened an account.
    listExchangeKeys: [{ ...KEY, connectionError: 'Invalid API-key' }],
  })
  showPanel('balances', undefined, USER)
  for (const text of ['10,153.20', '1,204.74', '8,948.46']) expect(await screen.findByText(text)).toBeDefined()
  const texts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(texts()).toEqual([
      'Could not connect to OANDA - key refused',
      'Could not connect to Binance - Invalid API-key',
    ]),
  )
  expect(screen.getAllByRole('button', { name: 'Reset' })).toHaveLength(1)
})

it('has a row for each currency of an account, by rates that it names, and says where one lacks', async () => {
  const conversion = { instrumentId: 'BNBUSDT:BINANCE', rate: 600, age: 2_000 }
  const wallets = [
    { currency: 'BNB', total: 2, available: 1, conversion },
    { currency: 'XYZ', total: 7, available: 7, conversion: null },
    {
      currency: 'BTC',
      total: 1,
      available: 1,
      conversion: { ...conversion, instrumentId: 'BTCUSDT:BINANCE', rate: null },
    },
  ]
  const live = accountOf({ type: 'live', broker: 'BINANCE', currency: 'USDT', wallets, leverage: '20:1' })
  const poor = { ...live, id: '02a1fcbd-ca32-7065-a0e0-bc608310879a', wallets: [], usdValue: null, usdConversion: null }
  mockApi({ listAccounts: [live, poor], listExchangeKeys: [] })
  showPanel('balances', undefined, USER)
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  const bnb = await row(/^BNB/)
  for (const text of ['1,200.00', '600.00', 'BNBUSDT, 2 s ago']) expect(bnb.getByText(text)).toBeDefined()
  expect((await row(/^XYZ/)).getAllByText('Conversion instruments not found')).toHaveLength(2)
  expect((await row(/^BTC/)).getAllByText('No price')).toHaveLength(2)
  expect(screen.getAllByText('20:1')).toHaveLength(2)
  // Of the account whose currency no instrument connects with the dollar.
  expect(screen.getAllByText('Conversion instruments not found')).toHaveLength(3)
})

it('resets a paper account after a question, and says why it cannot be', async () => {
  const message = 'Close all positions first'
  const api = mockApi({
    listAccounts: [accountOf()],
    resetAccount: () => errorReply(409, { code: 'account-in-use', message }),
  })
  showPanel('balances', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Reset account' }))
  await waitFor(() => expect(api.requestsOf('resetAccount')).toHaveLength(1))
  await waitFor(() => expect(notificationsStore.getState().notifications.at(-1)?.message).toBe(message))
})

it('says for how long positions were without their stop today', async () => {
  mockApi({ listAccounts: [accountOf({ unprotectedToday: 156 })] })
  showPanel('balances', undefined, USER)
  await screen.findByRole('columnheader', { name: /No stop today/ })
  await screen.findByText('2.6 min')
})

it('chooses what a paper account does with stops that are refused, and says why it cannot', async () => {
  let isRight = false
  const api = mockApi({
    listAccounts: [accountOf()],
    getAccountGuard: { isWatched: false, rules: [] },
    chooseRefusedStops: () =>
      isRight ? accountOf({ refusedStops: 'cancel' }) : errorReply(409, { code: 'conflict', message: 'Not now' }),
  })
  showPanel('balances', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'No limit' }))
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /has passed a stop/ })
  expect(field.value).toBe('As the venue of the prices')
  const choose = async () => {
    fireEvent.click(field)
    fireEvent.click(await screen.findByRole('option', { name: 'The order is canceled' }))
  }
  await choose()
  await screen.findByText('Not now')
  isRight = true
  await choose()
  await waitFor(() => expect(field.value).toBe('The order is canceled'))
  expect(api.requestsOf('chooseRefusedStops')).toMatchObject([
    { body: { refusedStops: 'cancel' } },
    { body: { refusedStops: 'cancel' } },
  ])
})

it('sets the largest loss of a day', async () => {
  const api = mockApi({
    listAccounts: [accountOf()],
    getAccountGuard: { isWatched: false, rules: [] },
    limitAccount: ({ body }) => accountOf({ dailyLoss: (body as { dailyLoss: number | null }).dailyLoss }),
  })
  showPanel('balances', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'No limit' }))
  const field = await screen.findByLabelText('Largest loss of a day')
  fireEvent.change(field, { target: { value: '500' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save limit' }))
  await waitFor(() => expect(api.requestsOf('limitAccount')).toMatchObject([{ body: { dailyLoss: 500 } }]))
  await waitFor(() => expect(screen.queryByLabelText('Largest loss of a day')).toBeNull())
})

it('says how far each limit is used, what is left of it, what happens there and what has changed last', async () => {
  const account = accountOf({ dailyLoss: 500, drawdown: 1_000 })
  const rule = {
    step: 'FLATTEN',
    unit: 'currency',
    asks: null,
    since: null,
    limitChangedAt: null,
    limit: null,
  } as const
  const changed = Date.UTC(2026, 2, 2, 10, 15)
  const guard: AccountGuard = {
    isWatched: true,
    rules: [
      { ...rule, rule: 'drawdown', title: 'Drawdown', value: 812.5, limit: 1_000, asks: 'WARN', since: changed },
      { ...rule, rule: 'daily-loss', title: 'Loss of the day', value: -20, limit: 500, limitChangedAt: changed },
      { ...rule, rule: 'order-rate', title: 'Orders', value: 3, unit: 'orders', step: 'NO_NEW' },
      { ...rule, rule: 'stale-price', title: 'Age of prices', value: null, limit: 60, unit: 's', step: 'NO_NEW' },
    ],
  }
  const api = mockApi({ listAccounts: [account], limitAccount: account, getAccountGuard: guard })
  showPanel('balances', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: '2 limits' }))
  const rules = await screen.findByRole('region', { name: 'Rules' })
  expect(
    within(rules)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `Drawdown812.50 USD of 1,000.00 USD187.50 USD left · closes everything at the limitwarns since ${formatSecond(changed)}`,
    `Loss of the day0.00 USD of 500.00 USD500.00 USD left · closes everything at the limitlimit set ${formatSecond(changed)}`,
    'Orders3 · no limit',
    'Age of prices– of 60.0 sopens nothing at the limit',
  ])
  fireEvent.change(screen.getByLabelText('Largest drawdown'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save limit' }))
  await waitFor(() =>
    expect(api.requestsOf('limitAccount')).toMatchObject([{ body: { dailyLoss: 500, drawdown: null } }]),
  )
})

it('says why an account was closed down, and releases it for a reason', async () => {
  const closed = accountOf({ level: 'FLATTEN', levelReason: 'Lost 512 today, the limit is 500', dailyLoss: 500 })
  let isRight = false
  const refusal = { code: 'conflict', message: 'It is closing positions still' }
  const api = mockApi({
    listAccounts: [closed],
    getAccountGuard: { isWatched: false, rules: [] },
    releaseAccount: () => (isRight ? accountOf({ dailyLoss: 500 }) : errorReply(409, refusal)),
  })
  showPanel('balances', undefined, USER)
  await screen.findByText('PAPER P-1: closed down. Lost 512 today, the limit is 500')
  fireEvent.click(await screen.findByRole('button', { name: 'Closed down' }))
  fireEvent.change(await screen.findByLabelText(/Why it is released/), { target: { value: 'A wrong quote' } })
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  await screen.findByText('It is closing positions still')
  isRight = true
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(api.requestsOf('releaseAccount')).toHaveLength(2))
  expect(api.requestsOf('releaseAccount')[1]).toMatchObject({ body: { reason: 'A wrong quote' } })
  await waitFor(() =>
    expect(notificationsStore.getState().notifications.at(-1)?.message).toBe('The account was released'),
  )
})
