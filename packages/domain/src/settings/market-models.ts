import { funding } from './funding.ts'
import type { SettingValue } from './setting.ts'
import { swap } from './swap.ts'

/**
 * The run models whose rates belong to one instrument. Those of a run apply to its own instrument; every other market
 * has its own, and none unless stated.
 */
export const MARKET_SETTINGS = { swap, funding } as const

export type MarketModels = {
  readonly [Key in keyof typeof MARKET_SETTINGS]: SettingValue<(typeof MARKET_SETTINGS)[Key]>
}

/** No swap and no funding. */
export const NO_MARKET_MODELS: MarketModels = { swap: null, funding: null }

/** Maximum number of other markets of a run. */
export const MAX_OTHER_MARKETS = 16

/** The first of the instruments for which there are models but which the run does not trade; null if there is none. */
export function untradedMarket(
  models: Readonly<Record<string, MarketModels>> | undefined,
  traded: readonly string[],
): string | null {
  return Object.keys(models ?? {}).find((id) => !traded.includes(id)) ?? null
}
