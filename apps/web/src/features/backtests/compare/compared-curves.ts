import type { BacktestDetail } from '@tradeloom/contracts'
import type { EquityCurve, EquityTime } from '../../../charts/equity-curves.ts'
import { colorOf, letterOf } from './run-marks.tsx'

type Curve = Pick<EquityCurve, 'time' | 'equity' | 'drawdown'>

/** The chart gives each distinct time the same width, so that a run with many points would stretch its part of the axis. */
const STEPS = 1_000
type Run = Pick<BacktestDetail, 'id' | 'symbol' | 'initialBalance' | 'start'>

/** A line for each run that has a curve, all at the same, evenly spaced times: UTC, or since the start of each run. */
export function comparedCurves(
  runs: readonly Run[],
  curves: readonly (Curve | undefined)[],
  axis: EquityTime,
): EquityCurve[] {
  const lines = runs.flatMap(({ id, symbol, initialBalance, start }, index) => {
    const curve = curves[index]
    if (curve === undefined || curve.time.length === 0) return []
    const { equity, drawdown } = curve
    const time = axis === 'calendar' ? curve.time : curve.time.map((ms) => ms - Date.parse(start))
    const values = { time, equity, ...(drawdown === undefined ? {} : { drawdown }) }
    return [{ id, label: `${letterOf(index)} ${symbol}`, color: colorOf(index), initial: initialBalance, ...values }]
  })
  const from = Math.min(...lines.map(({ time }) => time[0] as number))
  const to = Math.max(...lines.map(({ time }) => time.at(-1) as number))
  return lines.map((line) => ({ ...line, ...evenly(line, from, to - from) }))
}

/** The equity at evenly spaced times, and the deepest drawdown since the time before. */
function evenly({ time, equity, drawdown }: Curve, from: number, span: number): Partial<Curve> {
  if (span === 0) return {}
  const steps = stepsOf(time, from, span)
  const deepest = (row: number, step: number): number => {
    return Math.max(...(drawdown ?? []).slice(steps[step - 1]?.row ?? 0, row + 1))
  }
  return {
    time: steps.map(({ end }) => end),
    equity: steps.map(({ row }) => equity[row] as number),
    ...(drawdown === undefined ? {} : { drawdown: steps.map(({ row }, step) => deepest(row, step)) }),
  }
}

interface Step {
  readonly end: number
  /** The last point until then. */
  readonly row: number
}

/** From the first to the last point of a curve. */
function stepsOf(time: readonly number[], from: number, span: number): Step[] {
  const [first, last] = [time[0] as number, time.at(-1) as number]
  const steps: Step[] = []
  let row = 0
  for (let at = Math.ceil(((first - from) / span) * STEPS); row < time.length - 1 || steps.length === 0; at++) {
    // Rounding must put neither end of the curve outside.
    const end = Math.max(first, at >= STEPS ? last : from + (span * at) / STEPS)
    while (row + 1 < time.length && (time[row + 1] as number) <= end) row += 1
    steps.push({ end, row })
  }
  return steps
}
