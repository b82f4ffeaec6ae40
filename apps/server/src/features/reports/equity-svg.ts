import type { BacktestCharts } from '@tradeloom/contracts'

const WIDTH = 900
const HEIGHT = 260
const MARGIN = 6
/** More points than pixels only make the file longer. */
const MAX_POINTS = 1_200

/** The equity curve as an inline picture; empty without a curve. */
export function equitySvg({ time, equity }: BacktestCharts['equityCurve']): string {
  const [first, last] = [time[0], time.at(-1)]
  if (first === undefined || last === undefined || last <= first) return ''
  const low = equity.reduce((least, value) => Math.min(least, value), Infinity)
  const high = equity.reduce((most, value) => Math.max(most, value), -Infinity)
  const range = high - low || 1
  const step = Math.ceil(time.length / MAX_POINTS)
  const points = time.flatMap((at, row) => {
    if (row % step !== 0 && row !== time.length - 1) return []
    const x = MARGIN + ((at - first) / (last - first)) * (WIDTH - 2 * MARGIN)
    const y = HEIGHT - MARGIN - (((equity[row] ?? low) - low) / range) * (HEIGHT - 2 * MARGIN)
    return [`${x.toFixed(1)},${y.toFixed(1)}`]
  })
  const money = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  const label = `Equity between ${money(low)} and ${money(high)}, ${money(equity.at(-1) ?? low)} at the end`
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<polyline fill="none" stroke="#1668dc" stroke-width="1.5" points="${points.join(' ')}"/></svg>
<figcaption>${label}</figcaption></figure>`
}
