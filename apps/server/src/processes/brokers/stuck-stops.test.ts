import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BrokersLab, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'

let database: TestDatabase
let lab: BrokersLab
beforeAll(async () => {
  database = await startTestDatabase()
  lab = new BrokersLab(database)
})
afterAll(async () => {
  await lab?.end()
  await database?.stop()
})

it('a stop that the venue does not cancel keeps no other position from having its own moved', async () => {
  await lab.switchOn()
  const user = await lab.addUser()
  const [apiKey, apiSecret] = ['planted-key-1234', 'planted-secret-5678']
  lab.venue.keys.set(apiKey, { secret: apiSecret, rights: FAKE_RIGHTS })
  await lab.connections.add(user, { type: 'live', broker: 'FAKE', apiKey, apiSecret })
  const atVenue = () => [...lab.venue.orders.values()]
  const stops = () =>
    atVenue().flatMap(({ type, stopPrice, status }) => (type === 'STOP' && status === 'NEW' ? [stopPrice] : []))
  const positions = () =>
    lab.rows<{ id: string; instrument_id: string }>('select * from positions where user_id = $1 order by id', [user])

  for (const [at, session] of [null, await lab.addSession(user)].entries()) {
    await lab.write(user, { ...LIMIT_BUY, quantity: 0.05, stopLoss: 59_000 }, session)
    await expect.poll(() => atVenue().some(({ type, status }) => type === 'LIMIT' && status === 'NEW')).toBe(true)
    const placed = atVenue().find(({ type, status }) => type === 'LIMIT' && status === 'NEW')
    lab.venue.fill(placed?.venueId ?? '', 0.05, 60_000)
    await expect.poll(stops).toHaveLength(at + 1)
  }

  const [first, second] = await positions()
  const stopOf = async (position = { id: '' }) =>
    (
      await lab.rows<{ id: string }>(`select venue_id as id from intents where payload->>'positionId' = $1`, [
        position.id,
      ])
    )[0]?.id
  lab.venue.stuck.add((await stopOf(first)) ?? '')
  lab.ticks.add(60_000, 1, Date.now())
  for (const position of [first, second])
    await lab.write(user, { kind: 'PROTECT', positionId: position?.id ?? '', changes: { stopLoss: 59_500 as never } })
  await expect.poll(() => stops().toSorted()).toEqual([59_000, 59_500])
  lab.venue.stuck.clear()
  await expect.poll(stops).toEqual([59_500, 59_500])
})
