import type { Side } from '../order.ts'
import { priceStepProblem, type Quote, stopLossProblem, takeProfitProblem, trailingStopProblem } from './order-rules.ts'

/** What an open position is to have. Omitted levels stay as they are; null removes one; NaN is refused. */
export interface LevelChanges {
  readonly stopLoss?: number | null | undefined
  readonly takeProfit?: number | null | undefined
  /** A distance, in price. */
  readonly trailingStop?: number | null | undefined
}

export interface LevelProblem {
  readonly field: keyof LevelChanges
  readonly message: string
}

/**
 * The first reason not to give an open position these levels; null if there is none. The rules are those of an order that
 * opens one, at the market of now: a level beyond it would close the position at once. What is removed is never refused.
 */
export function levelChangeProblem(
  /** Of the order that opened it. */
  side: Side,
  { stopLoss = null, takeProfit = null, trailingStop = null }: LevelChanges,
  quote: Quote,
  instrument: { readonly displaySymbol: string; readonly quoteStep: number },
): LevelProblem | null {
  const checks = [
    ['stopLoss', stopLossProblem(side, stopLoss, quote) ?? priceStepProblem(stopLoss, instrument)],
    ['takeProfit', takeProfitProblem(side, takeProfit, quote) ?? priceStepProblem(takeProfit, instrument)],
    ['trailingStop', trailingStopProblem(side, trailingStop, quote)],
  ] as const
  for (const [field, message] of checks) if (message !== null) return { field, message }
  return null
}
