import type { MarketInstrument } from '@tradeloom/contracts'
import { type KeyboardEvent, type ReactElement, useCallback } from 'react'
import { usePriceRef } from '../../../realtime/price-store.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { AlertButton } from '../../../entities/alerts/alert-button.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useTileTrade } from './use-tile-trade.ts'
import { FeedDot } from '../../../entities/prices/feed-dot.tsx'
import { KnownInstrument } from '../../../entities/instruments/known-instrument.tsx'
import { MarkLine } from '../../../entities/prices/mark-line.tsx'
import { shownSpread, spreadUnit } from '../../../entities/prices/shown-spread.ts'
import { OpeningNote } from '../../../entities/prices/opening-note.tsx'
import { type FeedStatus, type MarketPrice, marketPrices, useFeed } from '../../../entities/prices/market-prices.ts'
import type { PriceTileOptions } from './price-tile-options.ts'
import classes from './price-tile.module.css'
import { PriceHalf } from './price-half.tsx'

/** They choose a half; Enter trades on it. */
const SIDE_KEYS: Readonly<Record<string, 'SELL' | 'BUY'>> = { s: 'SELL', b: 'BUY' }

type PriceTileProps = PanelProps<PriceTileOptions>

/** Bid and ask of an instrument as they change. */
export function PriceTile(props: PriceTileProps): ReactElement {
  return (
    <KnownInstrument id={props.options.instrumentId} rows={2}>
      {(instrument) => <KnownTile {...props} instrument={instrument} />}
    </KnownInstrument>
  )
}

type KnownTileProps = PriceTileProps & { readonly instrument: MarketInstrument }

function KnownTile({ instrument, options, onOptions }: KnownTileProps): ReactElement {
  const { id, displaySymbol, exchangeName } = instrument
  const status = useFeed(id)
  const tileTrade = useTileTrade(instrument, options.quantity, status)
  const trade = options.isReadOnly ? null : tileTrade
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const side = SIDE_KEYS[event.key.toLowerCase()]
    if (side === undefined || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return
    event.currentTarget.querySelector<HTMLElement>(`[data-side='${side}']`)?.focus()
  }
  return (
    <Panel
      title={displaySymbol}
      detail={exchangeName}
      flush
      actions={
        <>
          {options.isReadOnly ? null : <AlertButton instrument={instrument} />}
          <FeedDot instrumentId={id} status={status} />
        </>
      }
    >
      <div className={classes['tile']} data-status={status} onKeyDown={onKeyDown}>
        <div className={classes['halves']}>
          <PriceHalf side="SELL" instrument={instrument} isActive={status === 'live'} trade={trade} />
          <PriceHalf side="BUY" instrument={instrument} isActive={status === 'live'} trade={trade} />
          <Spread instrument={instrument} />
        </div>
        <MarkLine instrument={instrument} className={classes['mark']} />
        {status === 'closed' ? (
          <OpeningNote instrument={instrument} className={classes['opening']} />
        ) : trade === null ? null : (
          <QuantityField
            instrument={instrument}
            text={trade.text}
            problem={trade.problem}
            onText={(text) => onOptions({ ...options, quantity: text })}
          />
        )}
        <Overlay status={status} />
      </div>
    </Panel>
  )
}

function Spread({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const title = `Spread in ${spreadUnit(instrument)}`
  const write = useCallback(
    (element: HTMLElement, price: MarketPrice) => {
      element.textContent = shownSpread(price, instrument)
    },
    [instrument],
  )
  return (
    <span className={classes['spread']}>
      <span className="visually-hidden">{`${title} `}</span>
      <span className="num" title={title} ref={usePriceRef(marketPrices, instrument.id, write)} />
    </span>
  )
}

function Overlay({ status }: { readonly status: FeedStatus }): ReactElement | null {
  if (status === 'closed') return <strong className={classes['closed']}>CLOSED</strong>
  return null
}
