import type { CompactResult } from '@tradeloom/engine'

/** Mean distance between bid and ask that positions have paid, in pips; 0 without positions. */
export function meanSpread({ spreadCost, mae, maePips, mfe, mfePips }: CompactResult['positions']): number {
  let [sum, count] = [0, 0]
  for (let row = 0; row < spreadCost.length; row++) {
    const worst = (mae[row] as number) / (maePips[row] as number)
    const perPip = Number.isFinite(worst) ? worst : (mfe[row] as number) / (mfePips[row] as number)
    const pips = (spreadCost[row] as number) / perPip
    if (!Number.isFinite(pips)) continue
    sum += pips
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
