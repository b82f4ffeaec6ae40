import type { MarketInstrument } from '@tradeloom/contracts'
import { type ReactElement, useCallback } from 'react'
import { usePriceRef } from '../../realtime/price-store.ts'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { SparkLine } from '../../ui/spark-line.tsx'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { MarkLine } from '../../entities/prices/mark-line.tsx'
import { KnownInstrument } from '../../entities/instruments/known-instrument.tsx'
import { compactNumber } from '../../ui/compact-number.ts'
import { type MarketPrice, marketPrices, useFeed } from '../../entities/prices/market-prices.ts'
import { useMarketTicker } from './market-tickers.ts'
import classes from './ticker.module.css'
import { useDayCloses } from './use-day-closes.ts'

/** What the last 24 hours of an instrument were like. */
export function Ticker({ options }: PanelProps<{ readonly instrumentId: string }>): ReactElement {
  return (
    <KnownInstrument id={options.instrumentId} rows={2}>
      {(instrument) => <KnownTicker instrument={instrument} />}
    </KnownInstrument>
  )
}

function KnownTicker({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { id, displaySymbol, exchangeName, precision } = instrument
  const status = useFeed(id)
  const day = useMarketTicker(id)
  const closes = useDayCloses(instrument)
  const write = useCallback(
    (element: HTMLElement, { bid }: MarketPrice) => {
      element.textContent = formatNumber(bid, precision)
    },
    [precision],
  )
  const change = day?.priceChange
  const tone = signClass(change)
  const price = (value: number | undefined): string => formatNumber(value, precision)
  return (
    <Panel
      flush
      title={displaySymbol}
      detail={`${exchangeName} · 24 h`}
      actions={<FeedDot instrumentId={id} status={status} />}
    >
      <div className={classes['ticker']} data-old={status === 'stale' || status === 'disconnected' || undefined}>
        <div className={classes['last']}>
          <span className="num" ref={usePriceRef(marketPrices, id, write)} />
          <span className={`${classes['change']} num ${tone}`}>
            <span className={classes['amount']}>{formatSigned(change, precision)} </span>
            {`(${formatPercent(day?.priceChangePercent, 2, true)})`}
          </span>
        </div>
        <SparkLine values={closes} height={26} label={`${displaySymbol} over the last 24 hours`} />
        <MarkLine instrument={instrument} />
        <dl className={`${classes['range']} num`}>
          <div>
            <dt>High</dt>
            <dd>{price(day?.high)}</dd>
          </div>
          <div>
            <dt>Low</dt>
            <dd>{price(day?.low)}</dd>
          </div>
          <div>
            <dt>Volume</dt>
            <dd>{compactNumber(day?.volume)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  )
}
