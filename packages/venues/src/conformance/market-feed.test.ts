import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import { describeCases } from './conformance-cases.fixture.ts'
import { DATA_CASES } from './data-cases.fixture.ts'
import { findAdapters } from './find-adapters.fixture.ts'
import { marketOf, nameOf } from './lab-name.fixture.ts'
import { QUOTE_CASES } from './quote-cases.fixture.ts'
import { WIRE_CASES } from './wire-cases.fixture.ts'

const FOUND = await findAdapters()

describe.each(FOUND)('the adapters in $folder', ({ adapters, labs }) => {
  it('are in the list of all adapters, each with an id of its own', () => {
    expect(adapters.length).toBeGreaterThan(0)
    for (const adapter of adapters) expect(ADAPTERS.filter(({ id }) => id === adapter.id)).toEqual([adapter])
  })

  it('have a stand-in for the prices of each market', () => {
    const withFeed = adapters
      .filter((one) => one.openFeed !== undefined || one.openAccountFeed !== undefined)
      .flatMap(({ id, markets }) => markets.map((market) => `${id} ${market.id}`))
    const withLab = labs.flatMap((lab) => (lab.market ? [`${lab.venueId} ${marketOf(lab, adapters).id}`] : []))
    expect(withLab.toSorted()).toEqual(withFeed.toSorted())
  })
})

for (const lab of FOUND.flatMap(({ labs }) => labs))
  if (lab.market)
    describeCases(`the market feed of ${nameOf(lab, ADAPTERS)}`, lab.market, {
      ...QUOTE_CASES,
      ...DATA_CASES,
      ...WIRE_CASES,
    })
