import { describe, expect, it } from 'vitest'
import { ACCOUNT_CASES } from './account-cases.fixture.ts'
import { describeCases } from './conformance-cases.fixture.ts'
import { findAdapters } from './find-adapters.fixture.ts'
import { ORDER_CASES } from './order-cases.fixture.ts'
import { WORKING_ORDER_CASES } from './working-order-cases.fixture.ts'

const FOUND = await findAdapters()

describe.each(FOUND)('the adapters in $folder', ({ adapters, labs }) => {
  it('have a stand-in for orders and for accounts wherever they have the factory of them', () => {
    const labOf = (id: string) => labs.find(({ venueId }) => venueId === id)
    for (const { id, openOrders, openAccount, openAccountStream } of adapters) {
      expect([id, labOf(id)?.orders !== undefined]).toEqual([id, openOrders !== undefined])
      const hasAccount = openAccount !== undefined || openAccountStream !== undefined
      expect([id, labOf(id)?.account !== undefined]).toEqual([id, hasAccount])
    }
  })
})

for (const { venueId, orders, account } of FOUND.flatMap(({ labs }) => labs)) {
  if (orders) describeCases(`orders at ${venueId}`, orders, { ...ORDER_CASES, ...WORKING_ORDER_CASES })
  if (account) describeCases(`the account at ${venueId}`, account, ACCOUNT_CASES)
}
