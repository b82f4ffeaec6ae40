import type { MarketInstrument, TradingPosition } from '@tradeloom/contracts'
import { levelChangeProblem } from '@tradeloom/domain/orders'
import { errorText } from '../../api/api-error.ts'
import { formatNumber } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { protectPosition } from '../orders/send-order.ts'
import { newTicketKey } from '../orders/ticket-key.ts'
import { marketPrices } from '../prices/market-prices.ts'
import { changeLevels } from './levels-state.ts'

const NAMES = { stopLoss: 'Stop loss', takeProfit: 'Take profit' } as const

/**
 * Moves a stop or target to where its line was dropped. Its dialog asks first where more can be lost than before, where the
 * market would execute it at once, or where nobody knows what the market is.
 */
export async function dropLevel(
  position: TradingPosition,
  instrument: MarketInstrument,
  kind: keyof typeof NAMES,
  price: number,
): Promise<void> {
  if (isToBeAsked(position, instrument, kind, price)) return changeLevels(position.id, kind, price)
  const name = `${NAMES[kind]} of ${instrument.displaySymbol}`
  try {
    await protectPosition({ key: newTicketKey(), positionId: position.id, [kind]: price }, () => undefined)
    // The venue may still refuse it: the line moves once the position has it.
    toastSuccess(`${name}: change to ${formatNumber(price, instrument.precision)} sent`)
  } catch (error) {
    toastError(`${name} was not changed: ${errorText(error)}`)
  }
}

function isToBeAsked(
  { direction, stopLoss }: TradingPosition,
  instrument: MarketInstrument,
  kind: keyof typeof NAMES,
  price: number,
): boolean {
  const quote = marketPrices.get(instrument.id)
  if (quote?.state !== 'live' || !quote.isOpen) return true
  const isLong = direction === 'LONG'
  const isWider = kind === 'stopLoss' && typeof stopLoss === 'number' && (isLong ? price < stopLoss : price > stopLoss)
  return isWider || levelChangeProblem(isLong ? 'BUY' : 'SELL', { [kind]: price }, quote, instrument) !== null
}
