import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { SimulatedBadge } from '../../../../ui/badges.tsx'
import { Panel, PanelNote } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { backtestPositions } from '../../../../entities/charts/backtest-positions.ts'
import { backtestSource } from '../../../../entities/charts/backtest-source.ts'
import { useBarDays } from '../../../../entities/charts/use-bar-days.ts'
import { PriceChart } from '../../../../entities/charts/price-chart.tsx'
import { MarketSelect } from './market-select.tsx'

interface PricePanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  /** The market in the chart. */
  readonly instrumentId: string
  readonly onInstrument: (instrumentId: string) => void
  readonly precision: number
  /** The number of the position that is marked, in the chart and in the table. */
  readonly selected: number | null
  readonly onSelect: (position: Position) => void
  /** A key on the chart chose a position. */
  readonly onNeighbor?: (position: Position) => void
  readonly focus: { readonly time: number } | null
}

const NO_PRICES = {
  private: {
    title: 'The prices are private',
    text: 'This backtest ran on private market data of its owner. The results are public, the prices are not.',
  },
  gone: {
    title: 'The prices no longer exist',
    text: 'The market data of this backtest was deleted. Its results remain.',
  },
} as const

export function PricePanel(props: PricePanelProps): ReactElement {
  const { result, isShared, instrumentId, onInstrument, precision, selected, onSelect, focus } = props
  const { id, start, end, interval, simulated } = result
  const days = useBarDays(instrumentId)
  const source = useMemo(
    () => backtestSource({ id, start, end, interval, simulated }, instrumentId, days, isShared),
    [id, start, end, interval, simulated, instrumentId, days, isShared],
  )
  const positions = useMemo(() => backtestPositions(id, instrumentId, isShared), [id, instrumentId, isShared])
  if (result.prices === 'private' || result.prices === 'gone') {
    return (
      <Panel title="Price and positions" detail={result.symbol}>
        <EmptyState {...NO_PRICES[result.prices]} />
      </Panel>
    )
  }
  return (
    <Panel
      flush
      title={<span className="inline">Price and positions {simulated ? <SimulatedBadge /> : null}</span>}
      detail={source.symbol}
      actions={<MarketSelect result={result} value={instrumentId} onChange={onInstrument} />}
    >
      {result.prices === 'changed' ? (
        <PanelNote tone="warn" role="note">
          The prices of {result.symbol} have changed since this run, or differ from those of its owner: positions may
          not match the bars.
        </PanelNote>
      ) : null}
      <PriceChart
        key={instrumentId}
        source={source}
        precision={precision}
        positions={positions}
        selected={selected}
        onSelect={onSelect}
        {...(props.onNeighbor === undefined ? {} : { onNeighbor: props.onNeighbor })}
        focus={focus}
        label="Prices with positions"
      />
    </Panel>
  )
}
