import type { BacktestDetail } from '@tradeloom/contracts'
import type { EquityCurve } from '../../../charts/equity-curves.ts'
import { colorOf, letterOf } from './run-marks.tsx'

/** On the calendar, or shifted so that all runs begin when the first one does. */
export type ComparedTime = 'calendar' | 'start'

type Curve = Pick<EquityCurve, 'time' | 'equity' | 'drawdown'>
type Run = Pick<BacktestDetail, 'id' | 'symbol' | 'initialBalance' | 'start'>

/** A line for each run that has a curve. */
export function comparedCurves(
  runs: readonly Run[],
  curves: readonly (Curve | undefined)[],
  axis: ComparedTime,
): EquityCurve[] {
  const first = Math.min(...runs.map(({ start }) => Date.parse(start)))
  return runs.flatMap(({ id, symbol, initialBalance, start }, index) => {
    const curve = curves[index]
    if (curve === undefined || curve.time.length === 0) return []
    const { time, equity, drawdown } = curve
    const shift = axis === 'start' ? Date.parse(start) - first : 0
    return [
      {
        id,
        label: `${letterOf(index)} ${symbol}`,
        color: colorOf(index),
        initial: initialBalance,
        time: shift === 0 ? time : time.map((ms) => ms - shift),
        equity,
        ...(drawdown === undefined ? {} : { drawdown }),
      },
    ]
  })
}
