import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { IntervalSelect, PriceChart } from '../../../../charts/price-chart.tsx'
import { SimulatedBadge } from '../../../../ui/badges.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import classes from '../backtest-result.module.css'

interface PricePanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  readonly precision: number
  readonly positions: readonly Position[]
  readonly focus: { readonly time: number } | null
}

const NO_PRICES = {
  private: {
    title: 'The prices are private',
    text: 'This backtest ran on market data of its owner. Its results are public, the prices are not.',
  },
  gone: {
    title: 'The prices are not there any more',
    text: 'The market data that this backtest ran on was deleted. Its results stay.',
  },
} as const

/** Charts start at a minute: finer bars are not kept for most instruments. */
function firstInterval(interval: BacktestDetail['interval']): BarInterval {
  return isBarInterval(interval) && INTERVALS[interval].ms >= INTERVALS.M1.ms ? interval : 'M1'
}

export function PricePanel({ result, isShared, precision, positions, focus }: PricePanelProps): ReactElement {
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
      detail={`${result.symbol}, bid`}
      actions={<IntervalSelect value={interval} onChange={setInterval} />}
    >
      {result.prices === 'changed' ? (
        <p className={classes['pricesNote']} role="note">
          The prices of {result.symbol} are not those of this run any more, or not yours: bars and positions may not
          meet.
        </p>
      ) : null}
      <PriceChart
        backtestId={result.id}
        isShared={isShared}
        instrumentId={result.instrumentId}
        precision={precision}
        interval={interval}
        start={Date.parse(result.start)}
        end={Date.parse(result.end)}
        positions={positions}
        focus={focus}
      />
    </Panel>
  )
}
