import { useComputedColorScheme } from '@mantine/core'
import type { IndicatorValues } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import chartClasses from '../../../charts/charts.module.css'
import type { PlotLine } from '../../../charts/plot-lines.ts'
import type { PriceRow } from '../../../charts/price-bars.ts'
import { PriceLegend } from '../../../charts/price-legend.tsx'
import { type HoveredBar, PriceView } from '../../../charts/price-view.ts'
import { useGuardedWheel } from '../../../charts/use-guarded-wheel.ts'
import { WheelHint } from '../../../charts/wheel-hint.tsx'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import type { IndicatorTest } from './test-settings.ts'

type Values = Extract<IndicatorValues, { state: 'initialized' }>

interface IndicatorChartProps {
  readonly test: IndicatorTest
  readonly values: Values
}

const HEIGHT = 420
const MAX_BARS = 20_000

function toLines({ times, outputs }: Values): PlotLine[] {
  return outputs.map(({ name, pane, color, values }) => ({
    name,
    pane,
    color,
    bars: new Map(times.map((time, at) => [time, { last: values[at] ?? null, min: null, max: null }])),
  }))
}

/** The prices of a test with the lines of the indicator. */
export function IndicatorChart({ test, values }: IndicatorChartProps): ReactElement {
  const { instrument, interval, start, end } = test
  const scheme = useComputedColorScheme('dark')
  const query = { instrumentId: instrument.id, interval, start, end, limit: MAX_BARS, sides: 'bid' } as const
  const prices = useQuery({
    queryKey: ['indicator-test-prices', query],
    queryFn: ({ signal }) => call('historicalPrices', { query, signal }),
  })
  if (prices.isPending) return <LoadingBlock height={HEIGHT} />
  if (prices.isError) return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />
  // A canvas keeps its colors: another color scheme needs another chart.
  return <Canvas key={scheme} test={test} values={values} rows={prices.data.rows} />
}

function Canvas({ test, values, rows }: IndicatorChartProps & { readonly rows: readonly PriceRow[] }): ReactElement {
  const { precision } = test.instrument
  const { interval } = test
  const container = useRef<HTMLDivElement>(null)
  const isWheelHinted = useGuardedWheel(container)
  const [hovered, setHovered] = useState<HoveredBar | null>(null)
  useEffect(() => {
    if (container.current === null) return undefined
    const view = new PriceView(
      container.current,
      { precision, interval },
      // Everything is loaded at once.
      { onEdge: () => {}, onPositionCount: () => {}, onHover: setHovered },
    )
    view.setRows({ rows: [...rows], plots: toLines(values), added: 0 })
    return () => view.remove()
  }, [precision, interval, rows, values])
  return (
    <div className={chartClasses['frame']} style={{ height: HEIGHT }}>
      <div ref={container} className={chartClasses['canvas']} role="group" aria-label="Prices with the indicator" />
      {hovered === null ? null : <PriceLegend bar={hovered} precision={precision} />}
      <WheelHint isShown={isWheelHinted} />
    </div>
  )
}
