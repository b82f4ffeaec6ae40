import type { PositionRow } from '@tradeloom/database'
import type { Valuation } from './valuation.ts'

/** Open positions of an account at the newest prices, in its currency. */
export interface Exposure {
  readonly unrealised: number
  readonly usedMargin: number
  readonly value: number
  /** Of opposite positions of one market, the larger side alone: it is what margin is held for. */
  readonly netValue: number
}

export async function exposureOf(
  open: readonly PositionRow[],
  currency: string,
  valuation: Valuation,
): Promise<Exposure> {
  let [unrealised, usedMargin, value, netValue] = [0, 0, 0, 0]
  const sides = new Map<string, { long: number; short: number; margin: number; value: number; quantity: number }>()
  for (const position of open) {
    const valued = await valuation.valueOf(position, currency)
    unrealised += valued.unrealised
    const side = sides.get(position.instrumentId) ?? { long: 0, short: 0, margin: 0, value: 0, quantity: 0 }
    side[position.direction === 'LONG' ? 'long' : 'short'] += position.quantity
    side.margin += valued.usedMargin
    side.quantity += position.quantity
    sides.set(position.instrumentId, side)
    const rate = valued.instrument?.marginRatios[currency] ?? valued.instrument?.marginRate ?? 1
    side.value += valued.usedMargin / rate
    value += valued.usedMargin / rate
  }
  // Opposite positions of one market need margin for the larger side only.
  for (const { long, short, margin, value: gross, quantity } of sides.values()) {
    const share = Math.max(long, short) / quantity
    usedMargin += margin * share
    netValue += gross * share
  }
  return { unrealised, usedMargin, value, netValue }
}
