import type { Backtest } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { backtestChartsQuery } from '../../backtests/backtest-queries.ts'
import classes from './run-dock.module.css'

const WIDTH = 120
const HEIGHT = 28
const POINTS = 60

/** The equity of a run as a small line. */
export function EquityLine({ row }: { readonly row: Backtest }): ReactElement | null {
  const charts = useQuery(backtestChartsQuery(row.id, row.readOnly))
  const all = charts.data?.equityCurve.equity ?? []
  if (all.length < 2) return <span className={classes['line']} />
  const step = Math.max(1, (all.length - 1) / (POINTS - 1))
  const values = Array.from({ length: Math.min(POINTS, all.length) }, (_, i) => all[Math.round(i * step)] ?? 0)
  const low = Math.min(...values)
  const range = Math.max(...values) - low || 1
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4)).toFixed(1)}`
  })
  return (
    <svg className={classes['line']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Equity">
      <polyline points={points.join(' ')} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
    </svg>
  )
}
