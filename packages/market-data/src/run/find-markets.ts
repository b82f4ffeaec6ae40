import { type Instrument, UserError } from '@tradeloom/domain'

import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { MarketReader } from '../store/market-reader.ts'

/**
 * The other instruments that a script trades, in the order of the names in its `market(...)` calls. A symbol alone uses
 * the broker of the run's instrument. Throws UserError if one of them has no data.
 */
export async function findMarkets(
  store: Pick<MarketReader, 'instrument'>,
  names: readonly string[],
  traded: Pick<Instrument, 'id' | 'broker'>,
): Promise<InstrumentSummary[]> {
  return Promise.all(
    marketIds(names, traded).map(async ({ id, name }) => {
      const instrument = await findMarket(store, id)
      if (instrument) return instrument
      throw new UserError(
        'no-data',
        `There is no market data for ${id}, which the script opens with market('${name}'). Import it first`,
      )
    }),
  )
}

/** Also null for a name that no instrument can have. */
async function findMarket(store: Pick<MarketReader, 'instrument'>, id: string): Promise<InstrumentSummary | null> {
  try {
    return await store.instrument(id)
  } catch (error) {
    if (error instanceof UserError && ['unknown-instrument', 'no-data'].includes(error.code)) return null
    throw error
  }
}

/** Ids of the instruments with these names, each once, without the run's own. */
export function marketIds(
  names: readonly string[],
  traded: Pick<Instrument, 'id' | 'broker'>,
): { readonly id: string; readonly name: string }[] {
  const ids = new Map<string, string>()
  for (const name of names) {
    const id = name.includes(':') ? name : `${name}:${traded.broker}`
    if (id !== traded.id && !ids.has(id)) ids.set(id, name)
  }
  return [...ids].map(([id, name]) => ({ id, name }))
}
