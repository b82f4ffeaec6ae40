import type { BacktestCharts } from '@tradeloom/contracts'
import type { LineData, UTCTimestamp } from 'lightweight-charts'

type EquityCurve = BacktestCharts['equityCurve']

export interface EquityPoints {
  readonly equity: LineData<UTCTimestamp>[]
  readonly balance: LineData<UTCTimestamp>[]
  /** Percent of the peak; 0 or negative. */
  readonly drawdown: LineData<UTCTimestamp>[]
}

/** The chart's times are whole, distinct seconds: of several points within a second the last one is kept. */
export function equityPoints(curve: EquityCurve): EquityPoints {
  const equity: LineData<UTCTimestamp>[] = []
  const balance: LineData<UTCTimestamp>[] = []
  const drawdown: LineData<UTCTimestamp>[] = []
  for (const [i, ms] of curve.time.entries()) {
    const time = Math.floor(ms / 1000) as UTCTimestamp
    if (equity.at(-1)?.time === time) {
      equity.pop()
      balance.pop()
      drawdown.pop()
    }
    equity.push({ time, value: curve.equity[i] ?? 0 })
    balance.push({ time, value: curve.balance[i] ?? 0 })
    drawdown.push({ time, value: -(curve.drawdown[i] ?? 0) * 100 })
  }
  return { equity, balance, drawdown }
}
