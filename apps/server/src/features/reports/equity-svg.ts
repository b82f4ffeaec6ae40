import type { BacktestCharts } from '@tradeloom/contracts'

const WIDTH = 900
const HEIGHT = 260
const MARGIN = 6

/** The equity curve as an inline picture; empty without a curve. */
export function equitySvg({ time, equity }: BacktestCharts['equityCurve']): string {
  const [first, last] = [time[0], time.at(-1)]
  if (first === undefined || last === undefined || last <= first) return ''
  const low = equity.reduce((least, value) => Math.min(least, value), Infinity)
  const high = equity.reduce((most, value) => Math.max(most, value), -Infinity)
  const range = high - low || 1
  const points = time.flatMap((at, row) => {
    const x = (MARGIN + ((at - first) / (last - first)) * (WIDTH - 2 * MARGIN)).toFixed(1)
    const y = (value: number): string => (HEIGHT - MARGIN - ((value - low) / range) * (HEIGHT - 2 * MARGIN)).toFixed(1)
    const value = equity[row] as number
    // Between two points the equity stays what it was.
    return row === 0 ? [`${x},${y(value)}`] : [`${x},${y(equity[row - 1] as number)}`, `${x},${y(value)}`]
  })
  const money = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  const label = `Equity between ${money(low)} and ${money(high)}, ${money(equity.at(-1) ?? low)} at the end`
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<polyline fill="none" stroke="#1668dc" stroke-width="1.5" points="${points.join(' ')}"/></svg>
<figcaption>${label}</figcaption></figure>`
}
