import type { ReactElement } from 'react'
import { useState } from 'react'
import { formatNumber, formatPlain } from '../ui/format.ts'
import { decimalsOf, niceStep } from './axis-ticks.ts'
import classes from './parts.module.css'

interface Bin {
  readonly from: number
  readonly to: number
  readonly n: number
}

const ABOUT_BINS = 28

/** Bins of one round width with an edge at zero, so that none holds both gains and losses; zeros must be left out. */
export function histogramBins(values: readonly number[]): Bin[] {
  if (values.length === 0) return []
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const step = niceStep((high - low) / ABOUT_BINS)
  const first = Math.floor(low / step)
  // A value on an edge belongs to the bin that lies nearer to zero, so that a loss stays among the losses.
  const placeOf = (value: number): number =>
    (value > 0 ? Math.ceil(value / step) - 1 : Math.floor(value / step)) - first
  const counts = Array.from({ length: Math.max(1, Math.ceil(high / step) - first) }, () => 0)
  for (const value of values) {
    const place = Math.min(counts.length - 1, Math.max(0, placeOf(value)))
    counts[place] = (counts[place] ?? 0) + 1
  }
  const edge = (at: number): number => Number(((first + at) * step).toPrecision(12))
  return counts.map((n, at) => ({ from: edge(at), to: edge(at + 1), n }))
}

interface HistogramProps {
  readonly label: string
  /** What is counted, after a number: `days`. */
  readonly counted: string
  readonly unit: string
  readonly values: readonly number[]
}

/** How often values of each size came; what lies under the pointer is said below. */
export function Histogram({ label, counted, unit, values }: HistogramProps): ReactElement {
  const [hovered, setHovered] = useState<number | null>(null)
  const bins = histogramBins(values)
  const most = Math.max(1, ...bins.map(({ n }) => n))
  const [first, last] = [bins[0], bins.at(-1)]
  if (first === undefined || last === undefined) return <></>
  const decimals = decimalsOf(first.to - first.from)
  const text = (value: number): string => `${formatNumber(value, decimals)} ${unit}`
  const chosen = hovered === null ? undefined : bins[hovered]
  const zero = -first.from / (last.to - first.from)
  return (
    <figure style={{ margin: 0 }}>
      <div
        className={classes['histogram']}
        role="img"
        aria-label={`${label}: ${formatPlain(values.length)} ${counted} from ${text(first.from)} to ${text(last.to)}`}
        onPointerLeave={() => setHovered(null)}
      >
        {bins.map(({ from, n }, at) => (
          <div
            key={from}
            className={classes['column']}
            data-tone={from < 0 ? 'loss' : 'gain'}
            onPointerEnter={() => setHovered(at)}
          >
            <span style={{ height: n === 0 ? 0 : `max(2px, ${(n / most) * 100}%)` }} />
          </div>
        ))}
      </div>
      <div className={`${classes['histogramAxis']} num`} aria-hidden>
        <span style={{ left: 0 }}>{text(first.from)}</span>
        {zero > 0.15 && zero < 0.85 ? <span style={{ left: `${zero * 100}%` }}>0</span> : null}
        <span style={{ left: '100%' }}>{text(last.to)}</span>
      </div>
      <figcaption className="muted num" style={{ fontSize: 12, minHeight: 18 }}>
        {chosen === undefined
          ? `Up to ${formatPlain(most)} ${counted} in steps of ${text(first.to - first.from)}`
          : `${text(chosen.from)} to ${text(chosen.to)}: ${formatPlain(chosen.n)} ${counted}`}
      </figcaption>
    </figure>
  )
}
