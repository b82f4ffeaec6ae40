import { useComputedColorScheme } from '@mantine/core'
import type { BacktestCharts } from '@tradeloom/contracts'
import { AreaSeries, createChart, type IChartApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { formatMinute, formatNumber, formatPercent } from '../ui/format.ts'
import classes from './charts.module.css'
import { chartColors, chartOptions, withOpacity } from './chart-theme.ts'
import { type EquityPoints, equityPoints } from './equity-data.ts'
import { useGuardedWheel } from './use-guarded-wheel.ts'
import { WheelHint } from './wheel-hint.tsx'

interface Reading {
  readonly time: number
  readonly equity: number
  readonly balance: number
  readonly drawdown: number
}

function draw(container: HTMLElement, points: EquityPoints): IChartApi {
  const colors = chartColors(container)
  const chart = createChart(container, chartOptions(colors))
  const money = { type: 'custom', minMove: 0.01, formatter: (value: number) => formatNumber(value, 2) } as const
  const equity = chart.addSeries(
    AreaSeries,
    {
      lineColor: colors.accent,
      lineWidth: 1,
      priceFormat: money,
      topColor: withOpacity(colors.accent, 0.22),
      bottomColor: withOpacity(colors.accent, 0.02),
      priceLineVisible: false,
    },
    0,
  )
  const balance = chart.addSeries(
    LineSeries,
    { color: colors.warn, lineWidth: 1, priceFormat: money, priceLineVisible: false, lastValueVisible: false },
    0,
  )
  const drawdown = chart.addSeries(
    AreaSeries,
    {
      lineColor: colors.sell,
      lineWidth: 1,
      topColor: withOpacity(colors.sell, 0.05),
      bottomColor: withOpacity(colors.sell, 0.25),
      priceLineVisible: false,
      invertFilledArea: true,
      priceFormat: { type: 'custom', minMove: 0.01, formatter: (value: number) => formatPercent(value, 2) },
    },
    1,
  )
  chart.panes()[0]?.setStretchFactor(3)
  chart.panes()[1]?.setStretchFactor(1)
  equity.setData(points.equity)
  balance.setData(points.balance)
  drawdown.setData(points.drawdown)
  // The whole run must fit a narrow screen, where its points are closer than bars may be by default.
  chart.timeScale().applyOptions({ minBarSpacing: 0.01, rightOffset: 0 })
  chart.timeScale().fitContent()
  return chart
}

function readingAt(points: EquityPoints, index: number): Reading | null {
  const equity = points.equity[index]
  if (equity === undefined) return null
  return {
    time: equity.time * 1000,
    equity: equity.value,
    balance: points.balance[index]?.value ?? 0,
    drawdown: points.drawdown[index]?.value ?? 0,
  }
}

interface EquityChartProps {
  readonly curve: BacktestCharts['equityCurve']
  /** The span to show; a new object shows it again. Null shows the whole run. */
  readonly focus: { readonly from: number; readonly to: number } | null
}

/** Equity and balance above, drawdown below. A canvas keeps its colors, so it is recreated for another color scheme. */
export function EquityChart(props: EquityChartProps): ReactElement {
  return <EquityCanvas key={useComputedColorScheme('dark')} {...props} />
}

/** Shows a span with a margin on both sides. */
function showSpan(chart: IChartApi, { from, to }: { from: number; to: number }): void {
  const around = Math.max(60_000, (to - from) * 0.3)
  const seconds = (time: number): UTCTimestamp => Math.floor(time / 1000) as UTCTimestamp
  chart.timeScale().setVisibleRange({ from: seconds(from - around), to: seconds(to + around) })
}

function EquityCanvas({ curve, focus }: EquityChartProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const live = useRef<IChartApi | null>(null)
  const isWheelHinted = useGuardedWheel(container)
  const [reading, setReading] = useState<Reading | null>(null)

  useEffect(() => {
    if (container.current === null) return undefined
    const points = equityPoints(curve)
    const indexes = new Map(points.equity.map(({ time }, index) => [time, index]))
    const chart = draw(container.current, points)
    live.current = chart
    chart.subscribeCrosshairMove(({ time }) => {
      const index = indexes.get(time as UTCTimestamp) ?? points.equity.length - 1
      setReading(readingAt(points, index))
    })
    setReading(readingAt(points, points.equity.length - 1))
    return () => {
      live.current = null
      chart.remove()
    }
  }, [curve])

  useEffect(() => {
    if (focus === null) live.current?.timeScale().fitContent()
    else if (live.current !== null) showSpan(live.current, focus)
  }, [focus])

  return (
    <div className={classes['frame']} style={{ height: 320 }}>
      <div
        ref={container}
        className={classes['canvas']}
        role="group"
        aria-label="Equity, balance and drawdown over time"
      />
      <WheelHint isShown={isWheelHinted} />
      {reading === null ? null : (
        <div className={`${classes['legend']} num`}>
          <span>{formatMinute(reading.time)}</span>
          <span data-key="equity">Equity {formatNumber(reading.equity)}</span>
          <span data-key="balance">Balance {formatNumber(reading.balance)}</span>
          <span data-key="drawdown">Drawdown {formatPercent(reading.drawdown)}</span>
        </div>
      )}
    </div>
  )
}
