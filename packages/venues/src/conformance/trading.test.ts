import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import { ACCOUNT_CASES } from './account-cases.fixture.ts'
import { describeCases } from './conformance-cases.fixture.ts'
import { findAdapters } from './find-adapters.fixture.ts'
import { marketOf, nameOf } from './lab-name.fixture.ts'
import { ORDER_CASES } from './order-cases.fixture.ts'
import { WORKING_ORDER_CASES } from './working-order-cases.fixture.ts'

const FOUND = await findAdapters()

describe.each(FOUND)('the adapters in $folder', ({ adapters, labs }) => {
  it('have a stand-in for orders and for accounts wherever they have the factory of them', () => {
    for (const { id, markets, openOrders, openAccount, openAccountStream } of adapters)
      for (const market of markets) {
        const lab = labs.find((one) => one.venueId === id && marketOf(one, adapters).id === market.id)
        expect([id, market.id, lab?.orders !== undefined]).toEqual([id, market.id, openOrders !== undefined])
        const hasAccount = openAccount !== undefined || openAccountStream !== undefined
        expect([id, market.id, lab?.account !== undefined]).toEqual([id, market.id, hasAccount])
      }
  })
})

for (const lab of FOUND.flatMap(({ labs }) => labs)) {
  const { orders, account } = lab
  const name = nameOf(lab, ADAPTERS)
  if (orders) describeCases(`orders at ${name}`, orders, { ...ORDER_CASES, ...WORKING_ORDER_CASES })
  if (account) describeCases(`the account at ${name}`, account, ACCOUNT_CASES)
}
