import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cachedListings } from './cached-listings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())

const listing = (id: string, status: 'active' | 'halted') =>
  listInstrument(defineInstrument(id), { status, tradingOpen: status === 'active' })

it('reads what venues list again once that has changed, and not before', async () => {
  const { db } = database
  let time = 0
  const read = cachedListings(db, () => time)
  await putListings(db, [listing('EURUSD:SIM', 'active')])
  const first = await read()
  expect(first).toMatchObject([{ id: 'EURUSD:SIM', status: 'active' }])
  time += 2_000
  expect(await read()).toBe(first)
  await putListings(db, [listing('EURUSD:SIM', 'halted'), listing('GBPUSD:SIM', 'active')])
  expect(await read()).toBe(first)
  time += 2_000
  expect(await read()).toMatchObject([{ status: 'halted' }, { id: 'GBPUSD:SIM' }])
})
