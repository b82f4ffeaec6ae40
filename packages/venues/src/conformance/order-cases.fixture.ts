import type { PlacePayload } from '@tradeloom/trading'
import { expect } from 'vitest'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import type { RequestFault, TradingLab } from './trading-lab.ts'
import { fillsIn, startTrading, type TradingRun, tidied } from './trading-run.fixture.ts'

type Form = (lab: TradingLab, run: TradingRun, side: 'BUY' | 'SELL') => Partial<PlacePayload>

const AWAY = 1_000
/** Against the market for what waits, with it for what is to be filled. */
const away = (side: 'BUY' | 'SELL'): number => (side === 'BUY' ? -AWAY : AWAY)

/** Every kind of order that the platform has, with prices of which no two are alike. */
const FORMS: Readonly<Record<string, Form>> = {
  'a market order': () => ({}),
  'a limit order that waits': (_, run, side) => ({ type: 'LIMIT', limitPrice: run.price(away(side)) }),
  'a limit order that is filled at once or not at all': (_, run, side) => ({
    type: 'LIMIT',
    limitPrice: run.price(-away(side)),
    timeInForce: 'FOK',
  }),
  'a limit order of which only what is filled at once counts': (_, run, side) => ({
    type: 'LIMIT',
    limitPrice: run.price(-away(side)),
    timeInForce: 'IOC',
  }),
  'a limit order with an end': (_, run, side) => ({
    type: 'LIMIT',
    limitPrice: run.price(away(side)),
    timeInForce: 'GTD',
    expiry: run.now() + 3_600_000,
  }),
  'a limit order that only waits': (_, run, side) => ({
    type: 'LIMIT',
    limitPrice: run.price(away(side)),
    postOnly: true,
  }),
  'a stop order': (_, run, side) => ({ type: 'STOP', stopPrice: run.price(-away(side)) }),
  'a stop limit order': (_, run, side) => ({
    type: 'STOP_LIMIT',
    stopPrice: run.price(-away(side)),
    limitPrice: run.price(-1.5 * away(side)),
  }),
}

async function takesOnBothSides(lab: TradingLab, form: Form): Promise<void> {
  const run = await startTrading(lab)
  for (const side of ['BUY', 'SELL'] as const) {
    const { kind: _, instrumentId, ...meant } = run.order({ side, ...form(lab, run, side) })
    const name = run.reference()
    const answer = await run.orders.place(name, run.order({ side, ...form(lab, run, side) }))
    const { type, quantity, limitPrice, stopPrice, postOnly, timeInForce } = meant
    const [atVenue] = run.atVenue().filter(({ clientId }) => clientId === name.clientId)
    expect(atVenue).toMatchObject({ type, side, quantity, limitPrice, stopPrice, postOnly })
    if (type === 'LIMIT' && !postOnly) expect(atVenue?.timeInForce).toBe(timeInForce)
    const isFilled = type === 'MARKET' || timeInForce === 'IOC' || timeInForce === 'FOK'
    expect(atVenue).toMatchObject({ isWorking: !isFilled, filled: isFilled ? quantity : 0 })
    const stated = {
      clientId: name.clientId,
      venueId: answer.kind === 'ACCEPTED' ? answer.venueId : null,
      instrumentId,
      type,
      side,
      quantity,
      limitPrice,
      stopPrice,
      status: isFilled ? 'FILLED' : 'NEW',
      filled: isFilled ? quantity : 0,
    }
    if (answer.kind === 'ACCEPTED' && answer.order) expect(answer.order).toMatchObject(stated)
    expect(await run.orders.lookUp(name)).toMatchObject({ kind: 'FOUND', order: stated })
    const open = (await run.orders.openOrders()).map(({ clientId }) => clientId)
    expect(open.includes(name.clientId)).toBe(!isFilled)
  }
}

/** As [fault, what the answer says, whether the venue has the order]. */
const FATES: readonly (readonly [RequestFault, 'UNKNOWN' | 'REFUSED', boolean])[] = [
  ['lost answer', 'UNKNOWN', true],
  ['answer cut off', 'UNKNOWN', true],
  ['unreadable answer', 'UNKNOWN', true],
  ['server error afterwards', 'UNKNOWN', true],
  ['server error before', 'UNKNOWN', false],
  ['refused for now', 'REFUSED', false],
]

async function sendsOnce(lab: TradingLab, fate: (typeof FATES)[number]): Promise<void> {
  const [fault, kind, isThere] = fate
  const run = await startTrading(lab)
  run.disturb('PLACE', fault)
  const name = run.reference()
  const answer = await run.orders.place(name, run.order({ type: 'LIMIT', limitPrice: run.price(-AWAY) }))
  expect(answer).toMatchObject(kind === 'REFUSED' ? { kind, isForNow: true } : { kind })
  // Whatever forbids requests is over by then.
  await run.advanceTo(run.now() + 120_000)
  expect(await run.orders.lookUp(name)).toMatchObject({ kind: isThere ? 'FOUND' : 'NONE' })
  expect(run.names()).toEqual([name.clientId])
  for (const secret of lab.secrets) expect(JSON.stringify(answer)).not.toContain(secret)
}

/** What an account has after a market order, worked out here. With margin, it has a position for that, and pays the fee alone. */
function balancesAfter(lab: TradingLab, side: 'BUY' | 'SELL'): Readonly<Record<string, number>> {
  const { base, quote, balances, quantity, feeRate, bid, ask, model } = lab
  const value = quantity * (side === 'BUY' ? ask : bid)
  const [coins, money] = [balances[base] ?? 0, balances[quote] ?? 0]
  if (model !== 'spot') return { [quote]: tidied(money - value * feeRate) }
  return side === 'BUY'
    ? { [base]: tidied(coins + quantity * (1 - feeRate)), [quote]: tidied(money - value) }
    : { [base]: tidied(coins - quantity), [quote]: tidied(money + value * (1 - feeRate)) }
}

function positionsAfter(
  { model, instrumentId, quantity, bid, ask, marginRate }: TradingLab,
  side: 'BUY' | 'SELL',
): object[] {
  if (model === 'spot') return []
  const [direction, openPrice] = side === 'BUY' ? (['LONG', ask] as const) : (['SHORT', bid] as const)
  return [
    { instrumentId, direction, quantity, openPrice, margin: expect.closeTo(quantity * openPrice * marginRate, 0) },
  ]
}

/** After an order, one in the other direction opens a position of its own, and an order that reduces closes that one alone. */
async function keepsApart(run: TradingRun, side: 'BUY' | 'SELL'): Promise<void> {
  const opposite = side === 'BUY' ? 'SELL' : 'BUY'
  const [first] = await run.account.positions()
  await run.placed({ side: opposite })
  const both = await run.account.positions()
  expect(both).toHaveLength(2)
  expect(new Set(both.map(({ id }) => id)).size).toBe(2)
  await run.placed({ side, reduceOnly: true })
  expect(await run.account.positions()).toMatchObject([{ id: first?.id, quantity: first?.quantity }])
  const listed = []
  for await (const { fills } of run.orders.fills(first?.instrumentId ?? '', null, 0)) listed.push(...fills)
  const [own, other] = side === 'BUY' ? ['LONG', 'SHORT'] : ['SHORT', 'LONG']
  expect(listed.map(({ leg }) => leg)).toEqual([own, other, other])
}

/** Of placing orders: each kind of them as it is meant, once, whatever happens to the answer. */
export const ORDER_CASES: ConformanceCases<TradingLab> = {
  ...Object.fromEntries(
    Object.entries(FORMS).map(([name, form]) => [
      `takes ${name}, to buy and to sell, and finds it by its name`,
      (lab: TradingLab) => takesOnBothSides(lab, form),
    ]),
  ),

  'pays and receives what a market order has cost': async (lab) => {
    for (const side of ['BUY', 'SELL'] as const) {
      const run = await startTrading(lab)
      await run.placed({ side })
      expect(await run.account.positions()).toMatchObject(positionsAfter(lab, side))
      const has = Object.fromEntries((await run.account.balances()).map(({ currency, total }) => [currency, total]))
      for (const [currency, amount] of Object.entries(balancesAfter(lab, side)))
        expect(has[currency]).toBeCloseTo(amount, 8)
      if (lab.model === 'hedging') await keepsApart(run, side)
    }
  },

  'reports the price at which it was filled, which may be better than the limit': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    await run.placed({ type: 'LIMIT', limitPrice: run.price(AWAY) })
    await run.settled()
    const listed = []
    for await (const { fills } of run.orders.fills(lab.instrumentId, null, 0)) listed.push(...fills)
    for (const fills of [fillsIn(messages), listed]) expect(fills).toMatchObject([{ price: lab.ask, isMaker: false }])
  },

  'triggers a stop at its price, and not before, and it stays the same order': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    await run.placed()
    const name = await run.placed({ side: 'SELL', type: 'STOP', stopPrice: run.price(-AWAY), reduceOnly: true })
    run.trade(run.price(-AWAY + 1))
    await run.settled()
    const waiting = await run.orders.lookUp(name)
    expect(waiting).toMatchObject({ order: { status: 'NEW' } })
    run.trade(run.price(-AWAY))
    await run.settled()
    const { clientId } = name
    const same = waiting.kind === 'FOUND' ? { ...waiting.order, time: expect.any(Number) } : null
    const filled = { ...same, status: 'FILLED', filled: lab.quantity }
    expect(await run.orders.lookUp(name)).toEqual({ kind: 'FOUND', order: filled })
    const ends = messages.flatMap((one) => (one.kind === 'order' && one.order.clientId === clientId ? [one.order] : []))
    expect(ends.filter(({ status }) => status === 'FILLED').map((one) => one.filled)).toEqual([lab.quantity])
    const listed = []
    for await (const { fills } of run.orders.fills(lab.instrumentId, null, 0)) listed.push(...fills)
    for (const fills of [fillsIn(messages), listed])
      expect(fills.at(-1)).toMatchObject({ venueId: same?.venueId, side: 'SELL', quantity: lab.quantity })
  },

  'never rounds a quantity or a price: what is between two steps is denied before a byte is sent': async (lab) => {
    const run = await startTrading(lab)
    const limit = { type: 'LIMIT', limitPrice: run.price(-AWAY) } as const
    for (const terms of [
      { quantity: lab.quantity + 0.4 * lab.step },
      { quantity: lab.quantity + 0.6 * lab.step },
      { ...limit, limitPrice: limit.limitPrice + 0.4 * lab.tick },
      { side: 'SELL', type: 'STOP', stopPrice: limit.limitPrice + 0.6 * lab.tick },
    ] as const)
      expect(await run.orders.place(run.reference(), run.order(terms))).toMatchObject({ kind: 'REFUSED' })
    expect([run.names(), run.atVenue()]).toEqual([[], []])
  },

  'passes on what the venue says against an order, which is then not there': async (lab) => {
    const run = await startTrading(lab)
    const name = run.reference()
    const most = ((lab.balances[lab.quote] ?? 0) / lab.ask / lab.marginRate) * 2
    const quantity = Number((Math.ceil(most / lab.step) * lab.step).toFixed(8))
    const answer = await run.orders.place(name, run.order({ quantity }))
    expect(answer).toMatchObject({ kind: 'REFUSED', reason: expect.stringMatching(/\w{3}/) })
    expect(answer).not.toMatchObject({ isForNow: true })
    const found = await run.orders.lookUp(name)
    if (found.kind === 'FOUND') expect(found.order).toMatchObject({ status: 'REJECTED', filled: 0 })
    expect(await run.orders.openOrders()).toEqual([])
  },

  ...Object.fromEntries(
    FATES.map((fate) => [
      `sends an order once, and knows what may have become of it: ${fate[0]}`,
      (lab: TradingLab) => sendsOnce(lab, fate),
    ]),
  ),

  'takes an answer that comes after the fill': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    run.disturb('PLACE', 'late answer', 1_000)
    const name = run.reference()
    const answer = run.orders.place(name, run.order())
    await expect.poll(() => messages.some(({ kind }) => kind === 'fill')).toBe(true)
    await run.advanceTo(run.now() + 1_000)
    expect(await answer).toMatchObject({ kind: 'ACCEPTED' })
    expect(await run.orders.lookUp(name)).toMatchObject({ order: { status: 'FILLED' } })
  },

  'states a fence after which a request that was lost cannot arrive': async (lab) => {
    const run = await startTrading(lab)
    run.disturb('PLACE', 'late request', run.orders.fenceMs + 1)
    const answer = run.orders.place(run.reference(), run.order())
    await expect.poll(() => run.names().length).toBe(1)
    await run.advanceTo(run.now() + run.orders.fenceMs + 1)
    expect((await answer).kind).not.toBe('ACCEPTED')
    expect(run.atVenue()).toEqual([])
  },

  'sends nothing that has waited past its time': async (lab) => {
    const run = await startTrading(lab)
    const late = { ...run.reference(), until: run.now() - 1 }
    expect(await run.orders.place(late, run.order())).toMatchObject({ kind: 'REFUSED', isUnsent: true })
    expect(run.names()).toEqual([])
  },

  'opens nothing while the clocks are two seconds apart, and still cancels': async (lab) => {
    for (const ms of [2_000, -2_000]) {
      const run = await startTrading(lab)
      const waiting = await run.placed({ type: 'LIMIT', limitPrice: run.price(-AWAY) })
      run.skew(ms)
      // Whatever was measured before does not count for longer.
      await run.advanceTo(run.now() + 60_000)
      expect(await run.orders.place(run.reference(), run.order())).toMatchObject({ kind: 'REFUSED', isForNow: true })
      expect(run.atVenue().map(({ clientId }) => clientId)).toEqual([waiting.clientId])
      expect(await run.orders.cancel(waiting)).toMatchObject({ kind: 'ACCEPTED' })
    }
  },
}
