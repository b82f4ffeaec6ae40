import { extent, max } from 'd3-array'
import { type ReactElement, useState } from 'react'
import { formatNumber, formatPlain } from '../ui/format.ts'
import { binWidth, decimalsOf } from './axis-ticks.ts'
import classes from './parts.module.css'

interface Bin {
  readonly from: number
  readonly to: number
  readonly n: number
}

const WANTED_BINS = 28

/** Bins of one round width with an edge at zero, so that no bin mixes gains and losses. Expects values without zeros. */
export function histogramBins(values: readonly number[]): Bin[] {
  if (values.length === 0) return []
  const [low = 0, high = 0] = extent([0, ...values])
  const width = binWidth(low, high, WANTED_BINS)
  const first = Math.floor(low / width)
  // A value on an edge belongs to the bin nearer to zero, so that a loss stays among the losses.
  const binOf = (value: number): number =>
    (value > 0 ? Math.ceil(value / width) - 1 : Math.floor(value / width)) - first
  const counts = Array.from({ length: Math.max(1, Math.ceil(high / width) - first) }, () => 0)
  for (const value of values) {
    const bin = Math.min(counts.length - 1, Math.max(0, binOf(value)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const edge = (bin: number): number => Number(((first + bin) * width).toPrecision(12))
  return counts.map((n, bin) => ({ from: edge(bin), to: edge(bin + 1), n }))
}

interface HistogramProps {
  readonly label: string
  /** What is counted, in the plural: `days`. */
  readonly counted: string
  readonly unit: string
  readonly values: readonly number[]
}

/** How often values of each size occurred; the bin under the pointer is described below. */
export function Histogram({ label, counted, unit, values }: HistogramProps): ReactElement {
  const [hovered, setHovered] = useState<number | null>(null)
  const bins = histogramBins(values)
  const tallest = max(bins, ({ n }) => n) ?? 1
  const [first, last] = [bins[0], bins.at(-1)]
  if (first === undefined || last === undefined) return <></>
  const decimals = decimalsOf(first.to - first.from)
  const text = (value: number): string => `${formatNumber(value, decimals)}${unit === '%' ? '' : ' '}${unit}`
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
        {bins.map(({ from, n }, bin) => (
          <div
            key={from}
            className={classes['column']}
            data-tone={from < 0 ? 'loss' : 'gain'}
            onPointerEnter={() => setHovered(bin)}
          >
            <span style={{ height: n === 0 ? 0 : `max(2px, ${(n / tallest) * 100}%)` }} />
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
          ? `Bin width ${text(first.to - first.from)}; tallest bar ${formatPlain(tallest)} ${counted}`
          : `${text(chosen.from)} to ${text(chosen.to)}: ${formatPlain(chosen.n)} ${counted}`}
      </figcaption>
    </figure>
  )
}
