import type { BacktestCharts } from '@tradeloom/contracts'
import type { LineData, UTCTimestamp } from 'lightweight-charts'

type EquityCurve = BacktestCharts['equityCurve']

export interface EquityPoints {
  readonly equity: LineData<UTCTimestamp>[]
  readonly balance: LineData<UTCTimestamp>[]
  /** Per cent of the peak, 0 or below. */
  readonly drawdown: LineData<UTCTimestamp>[]
}

/** The chart counts seconds and wants each only once: of several points in a second the last one stays. */
export function equityPoints(curve: EquityCurve): EquityPoints {
  const equity: LineData<UTCTimestamp>[] = []
  const balance: LineData<UTCTimestamp>[] = []
  const drawdown: LineData<UTCTimestamp>[] = []
  for (const [place, ms] of curve.time.entries()) {
    const time = Math.floor(ms / 1000) as UTCTimestamp
    if (equity.at(-1)?.time === time) {
      equity.pop()
      balance.pop()
      drawdown.pop()
    }
    equity.push({ time, value: curve.equity[place] ?? 0 })
    balance.push({ time, value: curve.balance[place] ?? 0 })
    drawdown.push({ time, value: -(curve.drawdown[place] ?? 0) * 100 })
  }
  return { equity, balance, drawdown }
}
