import { toAmount } from '../amount.ts'
import type { FillContext } from './book-fill.ts'
import { protectionsIn, type ProtectionName } from './check-order.ts'
import type { LabTransaction, OandaAccount } from './oanda-account.ts'
import type { LabOrder, OrderFields, OrderRole, ProtectionDetails } from './order.ts'
import type { LabTrade } from './trade.ts'

interface OrderCreator {
  create(account: OandaAccount, fields: OrderFields, role: OrderRole): LabOrder
  /** A price as the venue writes it. */
  priceText(instrument: string, price: bigint): string
}

interface Protection {
  readonly trade: LabTrade
  readonly name: ProtectionName
  readonly details: ProtectionDetails
  readonly reason: 'ON_FILL' | 'CLIENT_ORDER' | 'REPLACEMENT'
  readonly fillId?: string
  readonly replaced?: { readonly order: LabOrder; readonly cancel: LabTransaction }
}

/** Creates an order that closes a trade; it does nothing yet. */
export function protectTrade(engine: OrderCreator, account: OandaAccount, one: Protection): LabOrder {
  const { trade, name, details, replaced } = one
  const price = name === 'TRAILING_STOP_LOSS' ? null : priceOf(trade, details)
  const clientTradeID = trade.clientExtensions?.id
  const fields: OrderFields = {
    type: name,
    tradeID: trade.id,
    ...(clientTradeID === undefined ? {} : { clientTradeID }),
    ...(price === null ? {} : { price: engine.priceText(trade.instrument, price) }),
    ...(details.distance === undefined ? {} : { distance: details.distance }),
    timeInForce: details.timeInForce ?? 'GTC',
    ...(details.gtdTime === undefined ? {} : { gtdTime: details.gtdTime }),
    triggerCondition: 'DEFAULT',
    ...(details.clientExtensions === undefined ? {} : { clientExtensions: details.clientExtensions }),
  }
  return engine.create(account, fields, {
    trade,
    units: -trade.units,
    price,
    booked: {
      reason: one.reason,
      ...(one.fillId === undefined ? {} : { orderFillTransactionID: one.fillId }),
      ...(replaced === undefined
        ? {}
        : { replacesOrderID: replaced.order.id, cancellingTransactionID: replaced.cancel.id }),
    },
    ...(replaced === undefined ? {} : { outcome: { replacesOrderID: replaced.order.id } }),
  })
}

function priceOf(trade: LabTrade, { price, distance }: ProtectionDetails): bigint {
  if (price !== undefined) return toAmount(price)
  const away = toAmount(distance ?? '0')
  return trade.initialUnits > 0n ? trade.price - away : trade.price + away
}

/** Whether what is to protect a new trade would close it at once; the venue's word for that. */
export function wouldLoseAtOnce(
  { quote }: FillContext,
  fields: OrderFields,
  { price, isLong }: { readonly price: bigint; readonly isLong: boolean },
): string | null {
  for (const [name, details] of protectionsIn(fields)) {
    if (name === 'TRAILING_STOP_LOSS') continue
    const away = details.distance === undefined ? null : toAmount(details.distance)
    const at = away === null ? toAmount(details.price ?? '0') : isLong ? price - away : price + away
    // Above zero on the side of a profit.
    const ahead = isLong ? at - quote.bid : quote.ask - at
    if (name === 'TAKE_PROFIT' ? ahead <= 0n : ahead >= 0n) return `${name}_ON_FILL_LOSS`
  }
  return null
}
