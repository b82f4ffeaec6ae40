import { expect, it } from 'vitest'
import { backUpAccount } from './account-backup.fixture.ts'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 0.2, limitPrice: 58_000 } as const
const ADOPTED = 'adopted: there was no record of it here'
const intents = async () => (await desk.intents()).toSorted((one, other) => typeOf(one).localeCompare(typeOf(other)))
const typeOf = ({ payload }: { readonly payload: object }): string => ('type' in payload ? String(payload.type) : '')
const entries = async (kind: string): Promise<number> => {
  const query = 'select n from journal where account_id = $1 and kind = $2'
  return (await desk.database.pool.query(query, [desk.accountId, kind])).rows.length
}
const alerts = async () => {
  const query = `select subject from notifications where user_id = $1 and kind = 'order-adopted'`
  return (await desk.database.pool.query(query, [desk.userId])).rows
}

it('adopts what it has sent and a restored database lacks: shown, told, booked once, and canceled on request', async () => {
  const restore = await backUpAccount(desk.database.pool, desk.accountId)
  await desk.buy({ stopLoss: 59_000 })
  await expect.poll(() => desk.protectionsAtVenue()).toHaveLength(1)
  const sent = await desk.write(LIMIT)
  await expect.poll(() => desk.state(sent)).toBe('WORKING')
  desk.fill(
    desk.openAtVenue.find(({ side }) => side === 'BUY'),
    '0.1',
    '58000',
  )
  await expect.poll(() => desk.state(sent)).toBe('PARTIAL')
  await desk.stop()
  const names = (await desk.intents()).map(({ clientId }) => clientId).toSorted()
  await restore()
  expect([await desk.intents(), await desk.positions(), await desk.fills()]).toEqual([[], [], []])

  await desk.restart()
  await expect.poll(() => entries('RECONCILED')).toBeGreaterThan(0)
  const mine = { kind: 'PLACE', sessionId: null, userId: desk.userId, reason: ADOPTED }
  // Each execution says anew how its order stands.
  expect(await intents()).toMatchObject([
    { ...mine, state: 'PARTIAL', filled: 0.1, payload: { side: 'BUY', quantity: 0.2 }, reason: null },
    { ...mine, state: 'FILLED', filled: 0.5, payload: { side: 'BUY', quantity: 0.5 } },
    { ...mine, state: 'WORKING', filled: 0, payload: { side: 'SELL', stopPrice: 59_000 } },
  ])
  expect((await desk.intents()).map(({ clientId }) => clientId).toSorted()).toEqual(names)
  expect(await desk.fills()).toMatchObject([
    { owner: 'manual', intentId: expect.any(String) },
    { owner: 'manual', intentId: expect.any(String) },
  ])
  expect((await desk.orders()).map(({ status, reason }) => `${status}, ${reason}`).toSorted()).toEqual([
    `FILLED, ${ADOPTED}`,
    `NEW, ${ADOPTED}`,
    `PARTIALLY_FILLED, ${ADOPTED}`,
  ])
  // The fee of 0.1% was paid in coins.
  const held = { status: 'OPEN', sessionId: null, quantity: expect.closeTo(0.5994, 9) }
  expect(await desk.positions()).toMatchObject([held])
  expect(await alerts()).toHaveLength(1)

  // A later start finds nothing new.
  await desk.restart()
  await expect.poll(() => entries('RECONCILED')).toBeGreaterThan(1)
  expect([await entries('ADOPTED'), await entries('ADJUST')]).toEqual([3, 0])
  expect(await desk.positions()).toMatchObject([held])

  const [limit] = await intents()
  await desk.write({ kind: 'CANCEL', intentId: limit?.id ?? '' })
  await expect.poll(() => desk.state(limit?.id ?? '')).toBe('CANCELED')
  expect(desk.openAtVenue.map(({ side }) => side)).toEqual(['SELL'])
  desk.price(58_990)
  await expect.poll(async () => (await intents())[2]?.state).toBe('FILLED')
  await expect.poll(() => desk.position()).toMatchObject({ status: 'OPEN', quantity: expect.closeTo(0.0999, 9) })
  expect(await alerts()).toHaveLength(1)
})

it('leaves orders alone that another installation has sent', async () => {
  const restore = await backUpAccount(desk.database.pool, desk.accountId)
  const id = await desk.write(LIMIT)
  await expect.poll(() => desk.state(id)).toBe('WORKING')
  await desk.stop()
  await restore()
  const [order] = desk.openAtVenue
  if (order) Object.assign(order, { clientId: `tzzzz${order.clientId.slice(5)}` })
  await desk.restart()
  await expect.poll(() => desk.orders()).toMatchObject([{ status: 'NEW', intentId: null, reason: null }])
  expect([await desk.intents(), await alerts()]).toEqual([[], []])
  // What is left at the venue has no request.
  desk.venue.orders.splice(0)
})
