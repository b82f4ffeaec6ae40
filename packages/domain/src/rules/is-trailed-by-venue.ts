import type { AccountModel } from '../account-model.ts'
import type { ListedInstrument } from '../listed-instrument.ts'

interface Levels {
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

/**
 * Whether the venue itself moves the trailing stop of a position, rather than this server. At a spot market each order ties
 * up the coins that it would sell, so a trailing stop cannot stand there beside other levels.
 */
export function isTrailedByVenue(
  { hasTrailingStops = false }: Pick<ListedInstrument, 'hasTrailingStops'>,
  model: AccountModel,
  { stopLoss, takeProfit }: Levels,
): boolean {
  return hasTrailingStops && (model !== 'spot' || (stopLoss === null && takeProfit === null))
}
