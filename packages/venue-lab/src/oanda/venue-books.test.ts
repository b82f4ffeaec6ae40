import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { amountText, toAmount } from './amount.ts'
import { EUR_USD, USD_JPY } from './instrument.ts'
import { OandaVenue } from './oanda-venue.ts'
import { closeTrade } from './trading/closings.ts'
import type { LabTransaction, OandaAccount } from './trading/oanda-account.ts'
import { isPending } from './trading/order.ts'
import { isOpenTrade } from './trading/trade.ts'
import { isTriggered } from './trading/triggers.ts'
import { nextDayEnd } from './venue-time.ts'

const MONDAY = Date.UTC(2026, 2, 2, 12)
const DISTANCE = '0.005'

/** Pips around a middle, and what happens at them. */
const anyStep = fc.record({
  kind: fc.constantFrom('quote', 'quote', 'MARKET', 'LIMIT', 'STOP', 'close', 'cancel', 'night'),
  instrument: fc.constantFrom('EUR_USD', 'USD_JPY'),
  pips: fc.integer({ min: -300, max: 300 }),
  units: fc.integer({ min: -200_000, max: 200_000 }).filter((units) => units !== 0),
  at: fc.nat(20),
  isProtected: fc.boolean(),
})
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

function priceAt({ instrument, pips }: Step): string {
  return instrument === 'EUR_USD' ? (1.1 + pips / 10_000).toFixed(5) : (150 + pips / 100).toFixed(3)
}

function take(venue: OandaVenue, account: OandaAccount, step: Step): void {
  const { kind, instrument, units, at, isProtected } = step
  account.beginBatch()
  if (kind === 'quote') {
    const bid = priceAt(step)
    const ask = instrument === 'EUR_USD' ? (Number(bid) + 0.0001).toFixed(5) : (Number(bid) + 0.01).toFixed(3)
    venue.markets.quote(instrument, bid, ask)
  } else if (kind === 'close') {
    const trade = account.openTrades()[at]
    if (trade !== undefined) closeTrade(venue.engine, account, trade.id, isProtected ? 'ALL' : '1')
  } else if (kind === 'cancel') {
    const order = account.pendingOrders()[at]
    if (order !== undefined) venue.engine.end(account, order, 'CLIENT_REQUEST')
  } else if (kind === 'night') venue.clock.advanceTo(nextDayEnd(venue.clock.now()))
  else
    venue.engine.place(account, {
      type: kind,
      instrument,
      units: String(units),
      timeInForce: kind === 'MARKET' ? 'FOK' : 'GTC',
      ...(kind === 'MARKET' ? {} : { price: priceAt(step) }),
      ...(isProtected && instrument === 'EUR_USD'
        ? { stopLossOnFill: { distance: DISTANCE }, trailingStopLossOnFill: { distance: DISTANCE } }
        : {}),
    })
}

function sum(transactions: readonly LabTransaction[], type: string, field: string): bigint {
  const own = transactions.filter((one) => one.type === type)
  return own.reduce((total, one) => total + toAmount(String(one[field])), 0n)
}

/** What the journal says has to be what the account has. */
function checkBooks(venue: OandaVenue, account: OandaAccount): void {
  const { transactions, orders, trades } = account
  expect(transactions.map(({ id }) => Number(id))).toEqual(transactions.map((_, at) => at + 1))
  const money =
    sum(transactions, 'TRANSFER_FUNDS', 'amount') +
    sum(transactions, 'ORDER_FILL', 'pl') -
    sum(transactions, 'ORDER_FILL', 'commission') +
    sum(transactions, 'DAILY_FINANCING', 'financing')
  expect(amountText(account.balance)).toBe(amountText(money))
  for (const { instrument, quote, isTradeable } of venue.markets.all()) {
    const fills = transactions.filter((one) => one['instrument'] === instrument.name)
    const open = account.openTrades(instrument.name).map(({ units }) => units)
    expect(open.reduce((total, units) => total + units, 0n)).toBe(sum(fills, 'ORDER_FILL', 'units'))
    if (!account.isHedging) expect(open.some((units) => units > 0n) && open.some((units) => units < 0n)).toBe(false)
    const waiting = account.pendingOrders().filter((order) => order.instrument === instrument.name)
    if (quote !== null && isTradeable) expect(waiting.filter((order) => isTriggered(order, quote))).toEqual([])
  }
  for (const trade of trades) if (!isOpenTrade(trade)) expect(account.protectionsOf(trade)).toEqual([])
  for (const order of orders) {
    const ends = transactions.filter(({ orderID }) => orderID === order.id)
    expect(ends.map(({ type }) => type)).toHaveLength(isPending(order) ? 0 : 1)
  }
}

it('keeps books in which the journal explains every unit and every cent, whatever is traded', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyStep, { maxLength: 40 }), (hedging, steps) => {
      const accounts = [{ id: '101-004-1000001-001', hedging, balance: '20000' }]
      const commission = { commission: '5', unitsTraded: '100000', minimumCommission: '0.1' }
      const instruments = [{ ...EUR_USD, commission }, USD_JPY]
      const clock = new LabClock(MONDAY)
      const venue = new OandaVenue({ clock, instruments, history: {}, accounts, token: 'key' })
      venue.markets.quote('EUR_USD', '1.10000', '1.10010')
      venue.markets.quote('USD_JPY', '150.000', '150.010')
      for (const step of steps) take(venue, venue.account(), step)
      checkBooks(venue, venue.account())
    }),
    { numRuns: 100 },
  )
})
