import { type Instrument, MARKET_SETTINGS, type MarketModels, NO_MARKET_MODELS, UserError } from '@tradeloom/domain'
import { marketIds } from '@tradeloom/market-data'
import { parseSetting } from './parse-setting.ts'

/** `--market-swap` is the option for the swap of the other markets. */
export function marketOption(key: keyof typeof MARKET_SETTINGS): string {
  return `--market-${MARKET_SETTINGS[key].option.slice(2)}`
}

/** The options by name, each with texts like `GBPUSD=long=-5,short=1`. */
export interface MarketModelOptions {
  readonly marketSwap?: readonly string[]
  readonly marketFunding?: readonly string[]
}

const PROPERTIES = { swap: 'marketSwap', funding: 'marketFunding' } as const satisfies Record<
  keyof typeof MARKET_SETTINGS,
  keyof MarketModelOptions
>

/** The models of other markets by instrument. `opened`: the names with which the script opens them. */
export function parseMarketModels(
  options: MarketModelOptions,
  opened: readonly string[],
  traded: Instrument,
): Readonly<Record<string, MarketModels>> {
  const known = marketIds(opened, traded).map(({ id }) => id)
  const models: Record<string, Record<string, unknown>> = {}
  for (const key of Object.keys(MARKET_SETTINGS) as (keyof typeof MARKET_SETTINGS)[]) {
    const option = marketOption(key)
    for (const text of options[PROPERTIES[key]] ?? []) {
      const place = text.indexOf('=')
      const name = text.slice(0, Math.max(place, 0)).trim()
      if (name === '') throw new UserError('invalid-input', `${option} ${text} is not of the form SYMBOL=MODEL`)
      const [market] = marketIds([name], traded)
      if (market === undefined || !known.includes(market.id))
        throw new UserError('invalid-input', `${option} ${name}: the script does not open this market`)
      const own = (models[market.id] ??= { ...NO_MARKET_MODELS })
      if (own[key] !== null) throw new UserError('invalid-input', `${option} ${name} is repeated`)
      own[key] = parseSetting({ ...MARKET_SETTINGS[key], option: `${option} ${name}` }, text.slice(place + 1))
    }
  }
  return models as Readonly<Record<string, MarketModels>>
}
