import type { EquityPaths } from '../bootstrap/equity-path.ts'
import type { Interval } from '../bootstrap/block-draws.ts'
import type { Sample } from './sample.ts'

/**
 * 95 % interval of a statistic of a drawn path and its greatest drawdown, as a fraction and in starting balances.
 * Assumption: drawn paths know equity at the ends of days only, so their drawdowns are deepened as much as the run's
 * own drawdown on every tick is deeper than the one at the ends of its days. Null when the days show none.
 */
export function drawdownInterval(
  { byDay, maxDrawdownFraction, maxDrawdown, initialBalance }: Sample,
  statistic: (path: { growth: number; depth: number; fall: number }) => number,
): Interval {
  if (byDay.returns.length === 0) return null
  const own = byDay.ownPath()
  const deeper = maxDrawdownFraction / (own.depth[0] as number)
  const larger = maxDrawdown / initialBalance / (own.fall[0] as number)
  if (!Number.isFinite(deeper) || !Number.isFinite(larger)) return null
  return byDay.pathInterval(({ growth, depth, fall }: EquityPaths, draw) =>
    statistic({
      growth: growth[draw] as number,
      depth: (depth[draw] as number) * deeper,
      fall: (fall[draw] as number) * larger,
    }),
  )
}
