import type { MarketImport } from '@tradeloom/contracts'
import type { LiveEvents } from '../../realtime/live.ts'

export const live: LiveEvents = {
  import: (one, client) => client.setQueryData<MarketImport[]>(['imports'], (known) => withImport(known, one)),
}

/** An unknown import was started in another tab or window. */
function withImport(known: MarketImport[] | undefined, one: MarketImport): MarketImport[] | undefined {
  if (known === undefined || known.some(({ id }) => id === one.id)) {
    return known?.map((other) => (other.id === one.id ? one : other))
  }
  return [one, ...known]
}
