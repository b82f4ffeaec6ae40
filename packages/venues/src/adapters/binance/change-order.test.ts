import type { BinanceLab } from '@tradeloom/venue-lab'
import type { PlacePayload } from '@tradeloom/trading'
import { describe, expect, it } from 'vitest'
import type { OrderReference } from '../../ports/order-gateway.ts'
import { KEY, NOON, order, reference, start } from './own-account.fixture.ts'

const LIMIT = order({ type: 'LIMIT', limitPrice: 59_000, quantity: 1 })
/** The venue checks an order, and places nothing. */
const REHEARSAL = 'POST /api/v3/order/test'
const REPLACE = 'POST /api/v3/order/cancelReplace'
type Run = Awaited<ReturnType<typeof start>>

/** An order that works, and how to change it. */
async function working(before: PlacePayload = LIMIT, options: Parameters<typeof start>[0] = {}) {
  const run = await start(options)
  const [replaced, replacement] = [reference(), reference()]
  expect(await run.orders.place(replaced, before)).toMatchObject({ kind: 'ACCEPTED' })
  const change = (terms: Partial<PlacePayload>) =>
    run.orders.change({ replaced, replacement, before, after: { ...before, ...terms } })
  return { ...run, replaced, replacement, change }
}

const own = ({ lab }: Pick<Run, 'lab'>) => lab.accounts.get(KEY.key)
/** As [name, status, quantity, executed]. */
const atVenue = (run: Pick<Run, 'lab'>) =>
  own(run).orders.map(({ clientId, status, quantity, executed }) => [
    clientId,
    status,
    Number(quantity) / 1e8,
    Number(executed) / 1e8,
  ])
function fill(lab: BinanceLab, quantity: number): void {
  const [first] = lab.accounts.get(KEY.key).orders
  if (first) lab.engine.fill(lab.accounts.get(KEY.key), first, { price: first.price, quantity: BigInt(quantity * 1e8) })
}
const posts = ({ lab }: Pick<Run, 'lab'>) => lab.requests.filter((one) => !one.startsWith('GET')).slice(1)
const name = ({ clientId }: OrderReference) => clientId

describe('a change', () => {
  it.each([
    ['the price of a LIMIT', {}, { limitPrice: 58_500.5 }],
    ['its quantity', {}, { quantity: 0.25 }],
    ['a LIMIT, post-only', { postOnly: true }, { limitPrice: 58_000, quantity: 1.5 }],
    ['a STOP', { type: 'STOP', side: 'SELL', stopPrice: 55_000, limitPrice: null }, { stopPrice: 56_000 }],
    [
      'a STOP_LIMIT',
      { type: 'STOP_LIMIT', stopPrice: 61_000, limitPrice: 61_000.5 },
      { stopPrice: 62_000, limitPrice: 62_001, quantity: 0.5 },
    ],
  ] as const)('is one request, and found under its own name: %s', async (_, terms, changes) => {
    const run = await working({ ...LIMIT, ...terms })
    const { type, side, quantity, limitPrice, stopPrice } = { ...LIMIT, ...terms, ...changes }
    const stated = { clientId: name(run.replacement), status: 'NEW', type, side, quantity, limitPrice, stopPrice }
    expect(await run.change(changes)).toMatchObject({ kind: 'ACCEPTED', order: stated })
    expect(await run.orders.lookUp(run.replacement)).toMatchObject({ kind: 'FOUND', order: stated })
    expect(posts(run)).toEqual([REPLACE])
    expect((await run.orders.openOrders()).map(({ clientId }) => clientId)).toEqual([name(run.replacement)])
  })

  it('of an order that is filled in part concerns what is left by the cancellation itself', async () => {
    const run = await working()
    fill(run.lab, 0.3)
    // More is filled between the look and the cancellation.
    run.lab.faults.add({ when: { request: 'DELETE /api/v3/order' }, do: 'lateRequest', ms: 100 })
    const answer = run.change({ quantity: 1.2, limitPrice: 58_000 })
    await expect.poll(() => posts(run)).toEqual([REHEARSAL, 'DELETE /api/v3/order'])
    fill(run.lab, 0.2)
    run.clock.advanceTo(NOON + 100)
    expect(await answer).toMatchObject({
      kind: 'ACCEPTED',
      order: { clientId: name(run.replacement), quantity: 0.7, limitPrice: 58_000 },
    })
    expect(atVenue(run)).toEqual([
      [name(run.replaced), 'CANCELED', 1, 0.5],
      [name(run.replacement), 'NEW', 0.7, 0],
    ])
  })

  it('does nothing if a part is filled between the look and the request', async () => {
    const run = await working()
    run.lab.faults.add({ when: { request: REPLACE }, do: 'lateRequest', ms: 100 })
    const answer = run.change({ limitPrice: 58_000 })
    await expect.poll(() => posts(run)).toEqual([REPLACE])
    fill(run.lab, 0.2)
    run.clock.advanceTo(NOON + 100)
    expect(await answer).toEqual({
      kind: 'REFUSED',
      reason: 'A part of the order was filled at that moment, so nothing was changed',
    })
    expect(atVenue(run)).toEqual([[name(run.replaced), 'PARTIALLY_FILLED', 1, 0.2]])
  })

  it('says that an order was canceled whose new form was refused', async () => {
    const run = await working(order({ type: 'LIMIT', limitPrice: 59_000, quantity: 1, postOnly: true }))
    expect(await run.change({ limitPrice: 60_500 })).toEqual({
      kind: 'REFUSED',
      reason: expect.stringMatching(/^The order was canceled, and its new form was refused: .*\(-2010\)$/),
      canceled: expect.objectContaining({ clientId: name(run.replaced), status: 'CANCELED', filled: 0 }),
    })
    expect(atVenue(run)).toEqual([[name(run.replaced), 'CANCELED', 1, 0]])
  })

  it.each([
    [
      'more than the account can pay',
      0,
      { quantity: 5 },
      /^Insufficient balance: it needs 236000 USDT more, and 41000 /,
    ],
    [
      'more than it can pay, of what is left',
      0.2,
      { quantity: 5 },
      /^Insufficient balance: it needs 236000 USDT more, /,
    ],
    ['a price far from the market', 0, { limitPrice: 6 }, /^Filter failure/],
    ['a price far from the market, of what is left', 0.2, { limitPrice: 10 }, /^Nothing was changed: Filter failure/],
  ] as const)('that asks for %s is refused, and the order stays', async (_, filled, terms, words) => {
    const run = await working()
    if (filled > 0) fill(run.lab, filled)
    const answer = await run.change(terms)
    expect(answer).toEqual({ kind: 'REFUSED', reason: expect.stringMatching(words) })
    expect(atVenue(run)).toEqual([[name(run.replaced), filled > 0 ? 'PARTIALLY_FILLED' : 'NEW', 1, filled]])
  })

  it('is refused while nobody says what the account can pay, and the order stays', async () => {
    const run = await working()
    run.lab.faults.add({ when: { request: 'GET /api/v3/account' }, do: '503' })
    expect(await run.change({ quantity: 1.1 })).toEqual({
      kind: 'REFUSED',
      reason: 'Binance did not say what is free on the account, so nothing was changed',
    })
    expect(posts(run)).toEqual([])
  })

  it.each([
    ['between two steps', { quantity: 1.000015 }, 'is no multiple'],
    ['to what is filled already', { quantity: 0.2 }, 'cancel the order instead'],
    ['to less than the smallest order', { quantity: 0.20001 }, 'less than the smallest order'],
  ] as const)('%s is denied before a byte is sent', async (_, terms, words) => {
    const run = await working()
    fill(run.lab, 0.2)
    expect(await run.change(terms)).toMatchObject({ kind: 'REFUSED', reason: expect.stringContaining(words) })
    expect(posts(run)).toEqual([])
  })

  it('says what to do instead where an order cannot be changed in place', async () => {
    const run = await start()
    const [takeProfit, stopLoss] = [reference(), reference()]
    const pair = { instrumentId: takeProfit.instrumentId, side: 'SELL', quantity: 1 } as const
    await run.orders.placePair({ ...pair, limitPrice: 61_000, stopPrice: 59_000, takeProfit, stopLoss })
    const before = order({ type: 'STOP', side: 'SELL', quantity: 1, stopPrice: 59_000 })
    const change = { replaced: stopLoss, replacement: reference(), before, after: { ...before, stopPrice: 58_000 } }
    expect(await run.orders.change(change)).toEqual({
      kind: 'REFUSED',
      reason: 'One of a pair of orders cannot be changed at Binance: cancel both, and place them again',
    })
    const triggered = await working({ ...LIMIT, type: 'STOP_LIMIT', stopPrice: 60_500, limitPrice: 59_500 })
    triggered.lab.markets.trade('BTCUSDT', '60500.00')
    expect(await triggered.change({ limitPrice: 59_400 })).toMatchObject({
      reason: 'The stop price was reached, and the order waits at its limit: cancel it, and place a limit order',
    })
    expect(posts(triggered)).toEqual([])
  })

  it('is refused once the order has ended, and while nobody says how far it is', async () => {
    const run = await working()
    run.lab.faults.add({ when: { request: 'GET /api/v3/order' }, do: '503' })
    expect(await run.change({ quantity: 2 })).toMatchObject({
      kind: 'REFUSED',
      reason: 'Binance did not say how far the order is, so nothing was changed',
    })
    fill(run.lab, 1)
    expect(await run.change({ quantity: 2 })).toEqual({ kind: 'REFUSED', reason: 'The order has ended already' })
    expect(posts(run)).toEqual([])
  })

  it('is not sent when the look at the order took so long that its fence would not hold', async () => {
    const run = await working()
    run.lab.faults.add({ when: { request: 'GET /api/v3/order' }, do: 'delay', ms: 2_500 })
    const answer = run.change({ limitPrice: 58_000 })
    await expect.poll(() => run.lab.requests.at(-1)).toBe('GET /api/v3/order')
    run.clock.advanceTo(NOON + 2_500)
    expect(await answer).toMatchObject({
      kind: 'REFUSED',
      reason: 'Binance answered too slowly, so nothing was changed',
    })
    expect(posts(run)).toEqual([])
  })

  it.each([
    ['lostAck', 'UNKNOWN', 'FOUND'],
    ['unknown503', 'UNKNOWN', 'FOUND'],
    ['garbage', 'UNKNOWN', 'FOUND'],
    ['cut', 'UNKNOWN', 'FOUND'],
    ['503', 'UNKNOWN', 'NONE'],
    ['429', 'REFUSED', 'NONE'],
  ] as const)('is sent once, and looked up by its name when the answer is lost: %s', async (fault, kind, found) => {
    const run = await working(LIMIT, { faults: [{ when: { request: REPLACE }, do: fault, ms: 1_000 }] })
    expect(await run.change({ limitPrice: 58_000 })).toMatchObject({ kind })
    run.clock.advanceTo(NOON + 2_000)
    expect(await run.orders.lookUp(run.replacement)).toMatchObject({ kind: found })
    expect(await run.orders.lookUp(run.replaced)).toMatchObject({
      order: { status: found === 'FOUND' ? 'CANCELED' : 'NEW' },
    })
    expect(posts(run)).toEqual([REPLACE])
  })

  it.each([
    [
      'a time-out of the new order',
      { newOrderResult: 'FAILURE', newOrderResponse: { code: -1007, msg: 'Timeout' } },
      'UNKNOWN',
    ],
    [
      'a duplicate',
      { newOrderResult: 'FAILURE', newOrderResponse: { code: -2010, msg: 'Duplicate order sent.' } },
      'UNKNOWN',
    ],
    ['no word of the new order', {}, 'UNKNOWN'],
    ['a failure without a reason', { newOrderResult: 'FAILURE', newOrderResponse: null }, 'UNKNOWN'],
    [
      'a cancellation that timed out',
      { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', cancelResponse: { code: -1007, msg: 'Timeout' } },
      'REFUSED',
    ],
  ] as const)('stays a question unless the venue is definite about the new order: %s', async (_, halves, kind) => {
    const run = await working()
    const data = { cancelResult: 'SUCCESS', cancelResponse: {}, ...halves }
    const answer = { status: 409, code: -2021, msg: 'Order cancel-replace partially failed.', data }
    run.lab.faults.add({ when: { request: REPLACE }, do: 'refuse', answer })
    expect(await run.change({ limitPrice: 58_000 })).toMatchObject({ kind })
  })
})
