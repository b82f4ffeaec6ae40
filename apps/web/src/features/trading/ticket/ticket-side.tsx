import type { MarketInstrument } from '@tradeloom/contracts'
import type { Side } from '@tradeloom/domain'
import { type ReactElement, useCallback } from 'react'
import { usePriceRef } from '../../../realtime/price-store.ts'
import { formatNumber, NOTHING } from '../../../ui/format.ts'
import { type MarketPrice, marketPrices } from '../../../entities/prices/market-prices.ts'
import classes from '../entry/ticket.module.css'

/** A side with the price at which it trades now. */
export function TicketSide({
  side,
  instrument,
}: {
  readonly side: Side
  readonly instrument: MarketInstrument
}): ReactElement {
  const { id, precision } = instrument
  const write = useCallback(
    (element: HTMLElement, { bid, ask }: MarketPrice) => {
      element.textContent = formatNumber(side === 'BUY' ? ask : bid, precision)
    },
    [side, precision],
  )
  return (
    <>
      <span className={classes['sideName']}>{side}</span>{' '}
      <span className="num" ref={usePriceRef(marketPrices, id, write)}>
        {NOTHING}
      </span>
    </>
  )
}
