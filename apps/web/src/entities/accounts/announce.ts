import type { Execution, MarketInstrument, TradingAccount, TradingOrder } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'
import { playTone } from '../../ui/tone.ts'
import { levelText } from './account-levels.ts'

type Priced = Pick<MarketInstrument, 'id' | 'precision' | 'displaySymbol'>

/** Shows what has become of an order; nothing for those that protect a position, unless they were refused. */
export function announceOrder(order: TradingOrder, instruments: readonly Priced[]): void {
  const { status, type, broker, isAtBroker, isProtective, detail } = order
  const text = `on ${venueName(broker)}. ${tradeText(order, order.price ?? order.stopPrice, instruments)}`
  if (status === 'Rejected') {
    void playTone('refused')
    toastError(`${type} order rejected ${text}${detail === null ? '' : `. ${detail}`}`, order.id)
    return
  }
  // A market order is announced by its fills.
  if (isProtective || type === 'Market') return
  if (status === 'NEW' && isAtBroker) toastInfo(`${type} order placed ${text}`, order.id)
  if (status === 'CANCELED') toastInfo(`${type} order canceled ${text}`, order.id)
}

export function announceExecution(execution: Execution, instruments: readonly Priced[]): void {
  const filled = execution.orderStatus === 'FILLED' ? 'filled' : 'partially filled'
  toastInfo(`Trade executed: ${tradeText(execution, execution.price, instruments)}. Order ${filled}`, execution.id)
}

/** The account has been made stricter. */
export function announceLevel(account: TradingAccount): void {
  toastError(levelText(account), `level ${account.id}`)
}

interface Traded {
  readonly side: string
  readonly quantity: number
  readonly symbol: string
  readonly instrumentId: string
}

function tradeText(traded: Traded, price: number | null, instruments: readonly Priced[]): string {
  const { side, quantity, instrumentId } = traded
  const { precision, displaySymbol = traded.symbol }: Partial<Priced> =
    instruments.find(({ id }) => id === instrumentId) ?? {}
  if (price === null) return `${side} ${formatPlain(quantity)} ${displaySymbol}`
  return `${side} ${formatPlain(quantity)} ${displaySymbol} at ${precision === undefined ? formatPlain(price) : formatNumber(price, precision)}`
}
