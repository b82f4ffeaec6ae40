import { type ReactElement, useCallback } from 'react'
import { formatCount, formatNumber, formatPlain } from '../../../ui/format.ts'
import { withOpacity } from '../../../charts/chart-colors.ts'
import { CanvasLayers } from './canvas-layers.tsx'
import { drawAxes, line, plotArea } from './plot-area.ts'
import type { Surface } from './surface.ts'
import classes from './charts.module.css'

export interface Bins {
  readonly from: number
  readonly to: number
  readonly counts: readonly number[]
}

interface ValueHistogramProps {
  readonly label: string
  /** What is counted, in the singular. */
  readonly counted: string
  readonly bins: Bins
  readonly xLabel: string
  readonly marks: readonly {
    readonly value: number
    readonly label: string
    readonly color: 'warn' | 'accent' | 'strong'
  }[]
  readonly height?: number
  /** Bins from here on are drawn in another color. */
  readonly splitAt?: number
}

/** Counts in equal bins, with the values that matter marked. */
export function ValueHistogram(props: ValueHistogramProps): ReactElement {
  const { label, counted, bins, xLabel, marks, height = 240, splitAt = Infinity } = props
  const draw = useCallback(
    (surface: Surface) => {
      const { context, colors, width } = surface
      const tallest = Math.max(1, ...bins.counts)
      const values = [bins.from, bins.to, ...marks.map(({ value }) => value)]
      const area = plotArea([Math.min(...values), Math.max(...values)], [0, tallest * 1.18], width, height)
      drawAxes(surface, area, {
        xLabel,
        yLabel: '',
        yText: (value) => (Number.isInteger(value) ? formatPlain(value) : ''),
      })
      const step = (bins.to - bins.from) / Math.max(1, bins.counts.length)
      for (const [bin, count] of bins.counts.entries()) {
        const [from, to] = [bins.from + bin * step, bins.from + (bin + 1) * step]
        context.fillStyle = (from + to) / 2 >= splitAt ? colors.accent : colors.text
        context.fillRect(
          area.x(from),
          area.y(count),
          Math.max(1, area.x(to) - area.x(from) - 1),
          area.y(0) - area.y(count),
        )
      }
      for (const mark of marks) {
        const left = area.x(mark.value)
        context.lineWidth = 2
        context.setLineDash(mark.color === 'warn' ? [5, 3] : [])
        line(context, colors[mark.color], left, 10, left, area.y(0))
        context.setLineDash([])
      }
      for (const [i, mark] of marks.entries()) {
        const left = area.x(mark.value)
        const isRight = left > width * 0.6
        const start = left + (isRight ? -5 - context.measureText(mark.label).width : 5)
        context.fillStyle = withOpacity(colors.background, 0.85)
        context.fillRect(start - 2, 9 + i * 15, context.measureText(mark.label).width + 4, 14)
        context.fillStyle = colors[mark.color]
        context.textAlign = 'left'
        context.textBaseline = 'top'
        context.fillText(mark.label, start, 10 + i * 15)
      }
    },
    [bins, marks, xLabel, height, splitAt],
  )
  const total = bins.counts.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <CanvasLayers
        label={`${label}: ${formatCount(total, counted)} from ${formatNumber(bins.from)} to ${formatNumber(bins.to)}. ${marks
          .map((mark) => `${mark.label}: ${formatNumber(mark.value)}.`)
          .join(' ')}`}
        height={height}
        draw={draw}
      />
      <p className={classes['note']}>{formatCount(total, counted)}</p>
    </>
  )
}
