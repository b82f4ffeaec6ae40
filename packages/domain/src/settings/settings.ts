import { accounting } from './accounting.ts'
import { commission } from './commission.ts'
import { defaultOf } from './chosen.ts'
import { funding } from './funding.ts'
import { latency } from './latency.ts'
import { limitFill } from './limit-fill.ts'
import type { MarketModels } from './market-models.ts'
import { margin } from './margin.ts'
import { path } from './path.ts'
import { prices } from './prices.ts'
import type { SettingValue } from './setting.ts'
import { slippage } from './slippage.ts'
import { spread } from './spread.ts'
import { staleAfter } from './stale-after.ts'
import { swap } from './swap.ts'

/** Every run model, by its key in stored runs, in display order. */
export const SETTINGS = {
  prices,
  spread,
  path,
  slippage,
  commission,
  limitFill,
  latencyMs: latency,
  staleAfterMs: staleAfter,
  swap,
  funding,
  margin,
  accounting,
} as const

/** How market, broker and account are modeled, as stored with a run. */
export type RunModels = { readonly [Key in keyof typeof SETTINGS]: SettingValue<(typeof SETTINGS)[Key]> } & {
  /** Swap and funding of the other markets that the script trades, by instrument; omitted if there are none. */
  readonly markets?: Readonly<Record<string, MarketModels>>
}

/** No costs, and the market's own rules. */
export function defaultModels(): RunModels {
  return Object.fromEntries(Object.entries(SETTINGS).map(([key, setting]) => [key, defaultOf(setting)])) as RunModels
}
