import type { PlacePayload } from '@tradeloom/trading'
import { expect, it } from 'vitest'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

const CANCEL = 'DELETE /api/v3/order'
const BELOW: PlacePayload = { ...MARKET_BUY, type: 'LIMIT', quantity: 0.1, limitPrice: 59_000 }
const DEEPER: PlacePayload = { ...BELOW, limitPrice: 58_000 }
const becomes = (id: string, state: string) => expect.poll(() => desk.state(id)).toBe(state)
const working = (price: bigint) => desk.openAtVenue.find((one) => one.price === price * 100_000_000n)

async function linked(): Promise<[string, string]> {
  const first = await desk.sends(BELOW)
  const second = await desk.sends({ ...DEEPER, linkedTo: first })
  await becomes(first, 'WORKING')
  await becomes(second, 'WORKING')
  return [first, second]
}

it('cancels the other order with the first execution of one, however small', async () => {
  const [first, second] = await linked()
  desk.fill(working(58_000n), '0.04', '58000')
  await becomes(first, 'CANCELED')
  // What is left of it works on, although the other one has ended.
  await becomes(await desk.sends({ ...BELOW, limitPrice: 57_000 }), 'WORKING')
  expect(await desk.state(second)).toBe('PARTIAL')
  expect(desk.openAtVenue).toHaveLength(2)
})

it('cancels the other order when one is canceled, at the venue too, and sends one cancellation', async () => {
  const [first, second] = await linked()
  const canceled = await desk.write({ kind: 'CANCEL', intentId: first })
  await becomes(canceled, 'DONE')
  await becomes(second, 'CANCELED')
  expect(desk.openAtVenue).toEqual([])
  expect((await desk.intents()).filter(({ kind }) => kind === 'CANCEL')).toHaveLength(2)
})

it('does not send an order whose linked one has ended', async () => {
  const first = await desk.sends(BELOW)
  await becomes(await desk.write({ kind: 'CANCEL', intentId: first }), 'DONE')
  const second = await desk.write({ ...DEEPER, linkedTo: first })
  await becomes(second, 'UNSENT')
  expect(desk.venue.orders).toHaveLength(1)
})

it('leaves an order as it is when the one that was to be linked to it is refused', async () => {
  const first = await desk.sends(BELOW)
  const second = await desk.write({ ...DEEPER, quantity: 9_000, linkedTo: first })
  await becomes(second, 'REJECTED')
  await becomes(await desk.sends({ ...DEEPER, linkedTo: first }), 'WORKING')
  expect(await desk.state(first)).toBe('WORKING')
})

it('says that both were filled where the cancellation came too late, and books both', async () => {
  const [first, second] = await linked()
  desk.lab.faults.add({ when: { request: CANCEL, times: 10_000 }, do: '503' })
  desk.fill(working(59_000n), '0.1', '59000')
  await becomes(first, 'FILLED')
  desk.fill(working(58_000n), '0.1', '58000')
  await becomes(second, 'FILLED')
  desk.lab.faults.clear()
  const reason = 'both linked orders were filled: the cancellation came too late'
  await expect.poll(() => desk.orders()).toMatchObject([{ reason }, { reason }])
  const { rows } = await desk.database.pool.query(
    `select kind from journal where account_id = $1 and kind = 'BOTH_FILLED'`,
    [desk.accountId],
  )
  expect(rows).toHaveLength(1)
  const told = `select subject from notifications where kind = 'both-filled' and object = $1`
  const { rows: notices } = await desk.database.pool.query(told, [`account:${desk.accountId}`])
  expect(notices).toEqual([{ subject: 'Both linked orders of BTC/USDT Binance were filled' }])
  expect(await desk.position()).toMatchObject({ quantity: 0.1998 })
})
