import type { EquityPaths } from '../bootstrap/equity-path.ts'
import type { Interval } from '../bootstrap/block-draws.ts'
import type { Sample } from './sample.ts'

/**
 * 95% interval of a statistic of a resampled path and its maximum drawdown, as a fraction and in multiples of the
 * starting balance. Assumption: resampled paths only have equity at the ends of days, so their drawdowns are scaled by
 * the ratio of the run's drawdown on every tick to that at the ends of its days. Null if the days show no drawdown.
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
