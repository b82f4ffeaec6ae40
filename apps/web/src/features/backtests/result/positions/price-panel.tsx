import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { type ReactElement, useMemo, useState } from 'react'
import { IntervalSelect, PriceChart } from '../../../../charts/price-chart.tsx'
import { SimulatedBadge } from '../../../../ui/badges.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { MarketSelect } from './market-select.tsx'
import classes from '../backtest-result.module.css'

interface PricePanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  /** The market in the chart. */
  readonly instrumentId: string
  readonly onInstrument: (instrumentId: string) => void
  readonly precision: number
  readonly positions: readonly Position[]
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

/** The shortest interval is one minute: most instruments have no shorter bars. */
function firstInterval(interval: BacktestDetail['interval']): BarInterval {
  return isBarInterval(interval) && INTERVALS[interval].ms >= INTERVALS.M1.ms ? interval : 'M1'
}

export function PricePanel(props: PricePanelProps): ReactElement {
  const { result, isShared, instrumentId, onInstrument, precision, positions, focus } = props
  const symbol = instrumentId.split(':')[0]
  const own = useMemo(() => positions.filter((one) => one.instrumentId === instrumentId), [positions, instrumentId])
  const [interval, setInterval] = useState(() => firstInterval(result.interval))
  if (result.prices === 'private' || result.prices === 'gone') {
    return (
      <Panel title="Price and positions" detail={`${result.symbol}, bid`}>
        <EmptyState {...NO_PRICES[result.prices]} />
      </Panel>
    )
  }
  return (
    <Panel
      flush
      title={
        <span className={classes['withBadge']}>Price and positions {result.simulated ? <SimulatedBadge /> : null}</span>
      }
      detail={`${symbol}, bid`}
      actions={
        <>
          <MarketSelect result={result} value={instrumentId} onChange={onInstrument} />
          <IntervalSelect value={interval} onChange={setInterval} />
        </>
      }
    >
      {result.prices === 'changed' ? (
        <p className={classes['pricesNote']} role="note">
          The prices of {result.symbol} have changed since this run, or differ from those of its owner: positions may
          not match the bars.
        </p>
      ) : null}
      <PriceChart
        backtestId={result.id}
        isShared={isShared}
        instrumentId={instrumentId}
        precision={precision}
        interval={interval}
        start={Date.parse(result.start)}
        end={Date.parse(result.end)}
        positions={own}
        focus={focus}
      />
    </Panel>
  )
}
