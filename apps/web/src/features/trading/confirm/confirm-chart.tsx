import type { MarketInstrument } from '@tradeloom/contracts'
import type { Side } from '@tradeloom/domain'
import type { OrderDraft } from '@tradeloom/domain/orders'
import { type ReactElement, useMemo } from 'react'
import type { PriceLevel } from '../../../charts/price-chart/price-look.ts'
import { PriceCanvas } from '../../../charts/price-chart/price-canvas.tsx'
import { useChartClock } from '../../../entities/charts/use-chart-clock.ts'
import { liveSource } from '../../../entities/charts/live-source.ts'

const BARS = 96
const HEIGHT = 200

interface ConfirmChartProps {
  readonly instrument: MarketInstrument
  readonly side: Side
  readonly draft: Pick<OrderDraft, 'stopLoss' | 'takeProfit'>
}

/** A day of quarters of an hour, with the levels of the trade. */
export function ConfirmChart({ instrument, side, draft }: ConfirmChartProps): ReactElement {
  const { stopLoss, takeProfit } = draft
  const source = useMemo(() => liveSource({ market: instrument, interval: 'M15', bars: BARS }), [instrument])
  const settings = useMemo(() => {
    const look = { type: 'candlestick', hasGaps: false, brickPips: null, pipSize: instrument.pipSize } as const
    return { grouping: 'M15', side: side === 'BUY' ? 'ask' : 'bid', ...look } as const
  }, [instrument, side])
  const levels = useMemo(() => {
    const lines: readonly (PriceLevel | false)[] = [
      stopLoss !== null && { price: stopLoss, title: 'Stop', tone: 'loss' },
      takeProfit !== null && { price: takeProfit, title: 'Target', tone: 'gain' },
    ]
    return lines.filter((line) => line !== false)
  }, [stopLoss, takeProfit])
  return (
    <PriceCanvas
      source={source}
      precision={instrument.precision}
      settings={settings}
      clock={useChartClock(instrument.id)}
      positions={null}
      levels={levels}
      height={HEIGHT}
      label={`${instrument.displaySymbol}, the last 24 hours`}
    />
  )
}
