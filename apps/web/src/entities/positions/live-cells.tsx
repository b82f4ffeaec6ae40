import type { MarketInstrument, TradingPosition } from '@tradeloom/contracts'
import type { Quote } from '@tradeloom/domain/orders'
import { type ReactElement, useCallback, useEffect } from 'react'
import { usePriceRef } from '../../realtime/price-store.ts'
import { formatNumber, formatSigned, NOTHING, signClass } from '../../ui/format.ts'
import { followPrice, type MarketPrice, marketPrices } from '../prices/market-prices.ts'
import { useConversion } from './use-conversion.ts'

interface LiveCellProps {
  readonly position: TradingPosition
  readonly instrument: MarketInstrument | undefined
}

type Market = Pick<MarketInstrument, 'pipSize' | 'precision'>

/** The price at which a position would be closed. */
function closingPrice({ direction }: Pick<TradingPosition, 'direction'>, { bid, ask }: Quote): number {
  return direction === 'LONG' ? bid : ask
}

/** Pips that an open position is away from where it was opened. */
function pipsAt(position: TradingPosition, price: Quote, { pipSize }: Pick<Market, 'pipSize'>): number {
  const move = closingPrice(position, price) - position.openPrice
  return (position.direction === 'LONG' ? move : -move) / pipSize
}

/** The server's profit, moved by what the price has done since. `rate`: the account currency for one of the quote. */
export function profitAt(
  position: TradingPosition,
  price: Quote,
  { pipSize }: Pick<Market, 'pipSize'>,
  rate: number,
): number {
  const moved = pipsAt(position, price, { pipSize }) - position.pips
  return position.profit + moved * pipSize * position.quantity * rate
}

/** The price at which the position would be closed now. */
export function CurrentPrice({ position, instrument }: LiveCellProps): ReactElement {
  const { instrumentId } = position
  useEffect(() => followPrice(instrumentId), [instrumentId])
  const precision = instrument?.precision ?? 5
  const write = useCallback(
    (element: HTMLElement, price: MarketPrice) => {
      element.textContent = formatNumber(closingPrice(position, price), precision)
    },
    [position, precision],
  )
  return <span ref={usePriceRef(marketPrices, instrumentId, write)}>{NOTHING}</span>
}

export function LivePips({ position, instrument }: LiveCellProps): ReactElement {
  const pipSize = instrument?.pipSize
  const write = useCallback(
    (element: HTMLElement, price: MarketPrice) => {
      if (pipSize !== undefined) writeSigned(element, pipsAt(position, price, { pipSize }), 1)
    },
    [position, pipSize],
  )
  return (
    <span className={signClass(position.pips)} ref={usePriceRef(marketPrices, position.instrumentId, write)}>
      {formatSigned(position.pips, 1)}
    </span>
  )
}

export interface LiveProfitProps extends LiveCellProps {
  readonly currency: string
}

export function LiveProfit({ position, instrument, currency }: LiveProfitProps): ReactElement {
  const rate = useConversion(instrument?.quote ?? currency, currency)
  const isLinear = instrument !== undefined && instrument.contract !== 'inverse'
  const pipSize = instrument?.pipSize ?? 0
  const write = (element: HTMLElement, price: MarketPrice): void => {
    const now = isLinear ? rate() : Number.NaN
    // Without a rate, the server's figure of a second ago stays.
    if (Number.isFinite(now)) writeSigned(element, profitAt(position, price, { pipSize }, now), 2)
  }
  return (
    <span className={signClass(position.profit)} ref={usePriceRef(marketPrices, position.instrumentId, write)}>
      {formatSigned(position.profit)}
    </span>
  )
}

/** Margin at the newest price. */
export function LiveMargin({ position, instrument, currency }: LiveProfitProps): ReactElement {
  const rate = useConversion(instrument?.quote ?? currency, currency)
  const write = (element: HTMLElement, { bid, ask }: MarketPrice): void => {
    const marginRate = instrument && (instrument.marginRatios[currency] ?? instrument.marginRate)
    const margin = position.quantity * ((bid + ask) / 2) * rate() * (marginRate ?? Number.NaN)
    // Without a rate, the server's figure stays.
    if (Number.isFinite(margin) && instrument?.contract !== 'inverse') element.textContent = formatNumber(margin)
  }
  return <span ref={usePriceRef(marketPrices, position.instrumentId, write)}>{formatNumber(position.usedMargin)}</span>
}

function writeSigned(element: HTMLElement, value: number, decimals: number): void {
  element.textContent = formatSigned(value, decimals)
  element.className = signClass(value)
}

export function priceText(value: number | 'Rejected' | null, precision: number): string {
  if (value === 'Rejected') return value
  return formatNumber(value, precision)
}
