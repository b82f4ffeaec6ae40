import type { IndicatorValues } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { indicatorLines } from '../../../entities/charts/indicator-lines.ts'
import { marketSource } from '../../../entities/charts/market-source.ts'
import { PriceChart } from '../../../entities/charts/price-chart.tsx'
import type { IndicatorTest } from './test-settings.ts'

type Values = Extract<IndicatorValues, { state: 'initialized' }>

interface IndicatorChartProps {
  readonly test: IndicatorTest
  readonly values: Values
}

/** The prices of a test with the lines of the indicator. Its values belong to one interval. */
export function IndicatorChart({ test, values }: IndicatorChartProps): ReactElement {
  const { instrument, interval, start, end } = test
  const source = useMemo(
    () => ({
      ...marketSource(instrument, { start: Date.parse(start), end: Date.parse(end) }, interval),
      intervals: [interval],
    }),
    [instrument, interval, start, end],
  )
  const lines = useMemo(() => indicatorLines('test', values), [values])
  return (
    <PriceChart
      source={source}
      precision={instrument.precision}
      positions={null}
      indicators={lines}
      label="Prices with the indicator"
    />
  )
}
