import type { MarketInstrument } from '@tradeloom/contracts'
import { type ReactElement, useCallback } from 'react'
import { usePriceRef } from '../../../realtime/price-store.ts'
import type { TileTrade } from './use-tile-trade.ts'
import { type MarketPrice, marketPrices } from '../../../entities/prices/market-prices.ts'
import classes from './price-tile.module.css'
import { endFlash, writePrice } from './write-price.ts'

type TileSide = 'SELL' | 'BUY'

interface PriceHalfProps {
  readonly side: TileSide
  readonly instrument: MarketInstrument
  /** Whether the price can be traded on. */
  readonly isActive: boolean
  /** Null for prices alone. */
  readonly trade: Pick<TileTrade, 'onClick' | 'onDoubleClick'> | null
}

/** One price of a tile: the bid, at which one sells, or the ask. */
export function PriceHalf({ side, instrument, isActive, trade }: PriceHalfProps): ReactElement {
  const { id, precision, pipPrecision, displaySymbol, exchangeName } = instrument
  const write = useCallback(
    (element: HTMLElement, { bid, ask, isCached }: MarketPrice) => {
      writePrice(element, side === 'SELL' ? bid : ask, { precision, pipPrecision }, !isCached)
    },
    [side, precision, pipPrecision],
  )
  const ref = usePriceRef(marketPrices, id, write)
  const content = (
    <>
      <span className={classes['side']}>
        {side} <i className={classes['arrow']} aria-hidden />
      </span>
      <span className={classes['price']} data-part="price" role="img" aria-label="No price">
        <span data-part="large" />
        <b data-part="pips" />
        <sup data-part="babyPip" />
      </span>
      <span className="visually-hidden">{` ${displaySymbol} on ${exchangeName}`}</span>
    </>
  )
  const shared = { className: classes['half'], 'data-side': side, ref, onAnimationEnd: endFlash }
  if (trade === null) {
    return <div {...shared}>{content}</div>
  }
  return (
    <button
      type="button"
      {...shared}
      aria-disabled={!isActive}
      onClick={({ detail }) => trade.onClick(side, detail === 0)}
      onDoubleClick={() => trade.onDoubleClick(side)}
    >
      {content}
    </button>
  )
}
