import type { ChangePayload, PlacePayload } from '@tradeloom/trading'
import { describe, expect, it } from 'vitest'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

/** States come in a second; a busy machine takes longer. */
const LIMIT: PlacePayload = { ...MARKET_BUY, type: 'LIMIT', quantity: 1, limitPrice: 59_000 }
const CANCEL_REPLACE = 'POST /api/v3/order/cancelReplace'

const change = (intentId: string, changes: Readonly<Record<string, number | null>>) =>
  desk.write({ kind: 'CHANGE', intentId, changes: changes as ChangePayload['changes'] })
const becomes = (id: string, state: string) => expect.poll(() => desk.state(id)).toBe(state)
const intent = async (id: string) => (await desk.intents()).find((one) => one.id === id)
/** What works at the venue, as [price, quantity that is left]. */
const atVenue = () =>
  desk.openAtVenue.map(({ price, quantity, executed }) => [Number(price) / 1e8, Number(quantity - executed) / 1e8])
const posts = () => desk.lab.requests.filter((one) => !one.startsWith('GET'))

async function working(terms: Partial<PlacePayload> = {}): Promise<string> {
  const id = await desk.write({ ...LIMIT, ...terms })
  await becomes(id, 'WORKING')
  return id
}

describe('an order at Binance', () => {
  it('gets another price and quantity, and stays one order', async () => {
    const id = await working()
    const [before] = await desk.orders()
    const changed = await change(id, { limitPrice: 58_500, quantity: 0.8 })
    await becomes(changed, 'DONE')
    expect(posts()).toEqual(['POST /api/v3/order', CANCEL_REPLACE])
    expect(atVenue()).toEqual([[58_500, 0.8]])
    const rows = await desk.orders()
    expect(rows).toMatchObject([{ id: before?.id, limitPrice: 58_500, quantity: 0.8, filled: 0, status: 'NEW' }])
    desk.fill(desk.openAtVenue[0], '0.8', '58500')
    await becomes(id, 'FILLED')
    expect(await desk.orders()).toMatchObject([{ id: before?.id, filled: 0.8, status: 'FILLED' }])
    expect(await desk.fills()).toMatchObject([{ intentId: id, quantity: 0.8, orderPrice: 58_500 }])
    expect(await desk.positions()).toHaveLength(1)
  })

  it('that is filled in part is changed in what is left, again and again, and ends with the whole', async () => {
    const id = await working()
    desk.fill(desk.openAtVenue[0], '0.3', '59000')
    await becomes(id, 'PARTIAL')
    await becomes(await change(id, { limitPrice: 58_500 }), 'DONE')
    expect(atVenue()).toEqual([[58_500, 0.7]])
    desk.fill(desk.openAtVenue[0], '0.2', '58500')
    await expect.poll(async () => (await intent(id))?.filled).toBe(0.5)
    await becomes(await change(id, { quantity: 0.9 }), 'DONE')
    expect(atVenue()).toEqual([[58_500, 0.4]])
    expect(await desk.orders()).toMatchObject([{ quantity: 0.9, filled: 0.5, status: 'PARTIALLY_FILLED' }])
    desk.fill(desk.openAtVenue[0], '0.4', '58500')
    await becomes(id, 'FILLED')
    expect((await desk.fills()).map(({ quantity, orderPrice }) => [quantity, orderPrice]).toSorted()).toEqual([
      [0.2, 58_500],
      [0.3, 59_000],
      [0.4, 58_500],
    ])
    expect(await intent(id)).toMatchObject({ filled: 0.9 })
  })

  it('keeps what it had executed before a change, however late that is told', async () => {
    const id = await working()
    desk.lab.faults.add({ when: { message: 'executionReport TRADE' }, do: 'lateFill', ms: 3_000 })
    desk.fill(desk.openAtVenue[0], '0.3', '59000')
    await becomes(await change(id, { limitPrice: 58_500 }), 'DONE')
    expect(atVenue()).toEqual([[58_500, 0.7]])
    await expect.poll(async () => (await intent(id))?.filled).toBe(0.3)
    desk.fill(desk.openAtVenue[0], '0.7', '58500')
    await becomes(id, 'FILLED')
    await expect.poll(() => desk.fills()).toHaveLength(2)
  })

  it('is canceled in the form that it has', async () => {
    const id = await working()
    await becomes(await change(id, { limitPrice: 58_500 }), 'DONE')
    const canceled = await desk.write({ kind: 'CANCEL', intentId: id })
    await becomes(canceled, 'DONE')
    await becomes(id, 'CANCELED')
    expect(desk.openAtVenue).toEqual([])
    expect(await desk.orders()).toMatchObject([{ status: 'CANCELED' }])
  })

  it('opens its position with the stop that a change has given it, for which nothing is sent', async () => {
    const id = await working({ stopLoss: 50_000 })
    await becomes(await change(id, { stopLoss: 57_000 }), 'DONE')
    expect(posts()).toEqual(['POST /api/v3/order'])
    await becomes(await change(id, { limitPrice: 58_500 }), 'DONE')
    desk.fill(desk.openAtVenue[0], '1', '58500')
    await becomes(id, 'FILLED')
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 57_000, 0.999]])
  })

  it('has its stop price changed', async () => {
    desk.keepPrice()
    const id = await working({ type: 'STOP_LIMIT', stopPrice: 61_000, limitPrice: 61_100 })
    await becomes(await change(id, { stopPrice: 62_000, limitPrice: 62_100 }), 'DONE')
    expect(await desk.orders()).toMatchObject([{ type: 'STOP_LIMIT', stopPrice: 62_000, limitPrice: 62_100 }])
    expect(desk.openAtVenue).toMatchObject([{ type: 'STOP_LOSS_LIMIT', stopPrice: 6_200_000_000_000n }])
  })
})

describe('a change at Binance', () => {
  it.each(['lostAck', 'unknown503'] as const)(
    'whose answer is lost is unknown until its new form is found, and is there once: %s',
    async (fault) => {
      const id = await working()
      desk.lab.faults.add({ when: { request: CANCEL_REPLACE }, do: fault })
      const changed = await change(id, { limitPrice: 58_500 })
      await becomes(changed, 'DONE')
      expect(await desk.state(id)).toBe('WORKING')
      expect(atVenue()).toEqual([[58_500, 1]])
      expect(await desk.orders()).toMatchObject([{ limitPrice: 58_500, status: 'NEW' }])
      expect(posts()).toEqual(['POST /api/v3/order', CANCEL_REPLACE])
    },
  )

  it('that never arrived is absent after its fence, and the order works as it did', async () => {
    const id = await working()
    desk.lab.faults.add({ when: { request: CANCEL_REPLACE }, do: '503' })
    const changed = await change(id, { limitPrice: 58_500 })
    await becomes(changed, 'UNKNOWN')
    const second = await change(id, { limitPrice: 58_000 })
    await becomes(second, 'REJECTED')
    expect(await intent(second)).toMatchObject({ reason: 'an earlier change of the order has no answer yet' })
    await becomes(changed, 'ABSENT')
    expect(await desk.state(id)).toBe('WORKING')
    expect(atVenue()).toEqual([[59_000, 1]])
    expect(await desk.orders()).toMatchObject([{ limitPrice: 59_000, status: 'NEW' }])
  })

  it.each(['503', 'lostAck'] as const)(
    'without an answer does not keep the order from being canceled, in whichever form it has: %s',
    async (fault) => {
      const id = await working()
      desk.lab.faults.add({ when: { request: CANCEL_REPLACE }, do: fault })
      const changed = await change(id, { limitPrice: 58_500 })
      const canceled = await desk.write({ kind: 'CANCEL', intentId: id })
      await becomes(canceled, 'DONE')
      expect(desk.openAtVenue).toEqual([])
      await becomes(changed, fault === '503' ? 'ABSENT' : 'DONE')
      await becomes(id, 'CANCELED')
      expect(await desk.orders()).toMatchObject([{ status: 'CANCELED' }])
    },
  )

  it('whose new form the venue refuses ends the order, and says so', async () => {
    desk.keepPrice()
    const id = await working({ postOnly: true })
    // The market has moved, and that has not come here yet.
    desk.lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60000.20', quantity: '50' })
    const changed = await change(id, { limitPrice: 60_000.5 })
    await becomes(changed, 'REJECTED')
    const reason = expect.stringMatching(/^The order was canceled, and its new form was refused: .*immediately match/)
    expect(await intent(changed)).toMatchObject({ reason })
    expect(await intent(id)).toMatchObject({ state: 'CANCELED', reason })
    expect(await desk.orders()).toMatchObject([{ status: 'CANCELED' }])
    expect(desk.openAtVenue).toEqual([])
  })

  it('that comes after the order was filled changes nothing', async () => {
    const id = await working()
    desk.lab.faults.add({ when: { message: 'executionReport TRADE' }, do: 'lateFill', ms: 2_000 })
    desk.fill(desk.openAtVenue[0], '1', '59000')
    const changed = await change(id, { quantity: 2 })
    await becomes(changed, 'REJECTED')
    await becomes(id, 'FILLED')
    expect(await desk.fills()).toHaveLength(1)
    expect(desk.openAtVenue).toEqual([])
  })

  it('that asks for a price that the market has passed leaves the order in its place', async () => {
    desk.keepPrice()
    const stop = await working({ type: 'STOP', stopPrice: 61_000, limitPrice: null })
    const passed = await change(stop, { stopPrice: 59_000 })
    await becomes(passed, 'REJECTED')
    expect(await intent(passed)).toMatchObject({ reason: 'the stop price has to be above the price' })
    const quiet = await working({ postOnly: true, quantity: 0.1 })
    const crossing = await change(quiet, { limitPrice: 60_100 })
    await becomes(crossing, 'REJECTED')
    expect(await intent(crossing)).toMatchObject({ reason: 'the order is post-only, and would be filled at once' })
    expect(desk.openAtVenue).toHaveLength(2)
  })

  it('that no fresh price can judge, or that the account cannot pay, leaves the order in its place', async () => {
    const ids = [
      await working({ quantity: 0.5 }),
      await working({ quantity: 0.5, postOnly: true }),
      await working({ quantity: 0.5, type: 'STOP', stopPrice: 61_000, limitPrice: null }),
    ] as const
    desk.price(60_000, { time: Date.now() - 60_000, isTraded: false })
    const changes = [
      await change(ids[0], { quantity: 5 }),
      await change(ids[1], { limitPrice: 60_100 }),
      await change(ids[2], { stopPrice: 59_000 }),
    ]
    for (const id of changes) await becomes(id, 'REJECTED')
    const noPrice = 'there is no fresh price to compare the order with, so nothing was changed'
    const noMoney = expect.stringMatching(/^Insufficient balance: it needs 265500 USDT more, and [\d.]+ are free/)
    const reasons = await Promise.all(changes.map(async (id) => (await intent(id))?.reason))
    expect(reasons).toEqual([noMoney, noPrice, noPrice])
    expect(await Promise.all(ids.map((id) => desk.state(id)))).toEqual(['WORKING', 'WORKING', 'WORKING'])
    expect(desk.openAtVenue).toHaveLength(3)
  })

  it('of what cannot be changed is refused with what to do instead', async () => {
    await desk.buy({ stopLoss: 59_000 })
    const protection = async () => (await desk.intents()).find(({ kind }) => kind === 'PROTECT')
    await expect.poll(async () => (await protection())?.state).toBe('WORKING')
    const changed = await change((await protection())?.id ?? '', { stopPrice: 58_000 })
    await becomes(changed, 'REJECTED')
    expect(await intent(changed)).toMatchObject({
      reason: 'the order protects a position: change the stop loss or take profit of the position instead',
    })
    const bought = (await desk.intents()).find(({ kind }) => kind === 'PLACE')
    const late = await change(bought?.id ?? '', { quantity: 2 })
    await becomes(late, 'REJECTED')
    expect(await intent(late)).toMatchObject({ reason: 'the order has ended already' })
  })
})
