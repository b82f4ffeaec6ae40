import { amountText, moneyText } from '../amount.ts'
import type { ClientExtensions } from './client-extensions.ts'

/** One opening and what has become of it. */
export interface LabTrade {
  readonly id: string
  readonly instrument: string
  readonly price: bigint
  readonly openTime: string
  /** Signed. */
  readonly initialUnits: bigint
  readonly initialMargin: bigint
  readonly clientExtensions?: ClientExtensions
  units: bigint
  realized: bigint
  financing: bigint
  /** Units that were closed, each times its price. */
  closedValue: bigint
  readonly closingIds: string[]
  closeTime: string | null
}

export function isOpenTrade({ units }: LabTrade): boolean {
  return units !== 0n
}

/** As its venue describes it, with what it is worth now. */
export function tradeJson(
  trade: LabTrade,
  now: { readonly unrealized: bigint; readonly margin: bigint; priceText(price: bigint): string },
): object {
  const { closingIds, closeTime, clientExtensions } = trade
  const closed = trade.initialUnits - trade.units
  return {
    id: trade.id,
    instrument: trade.instrument,
    price: now.priceText(trade.price),
    openTime: trade.openTime,
    initialUnits: amountText(trade.initialUnits),
    initialMarginRequired: moneyText(trade.initialMargin),
    state: isOpenTrade(trade) ? 'OPEN' : 'CLOSED',
    currentUnits: amountText(trade.units),
    realizedPL: moneyText(trade.realized),
    financing: moneyText(trade.financing),
    ...(clientExtensions === undefined ? {} : { clientExtensions }),
    ...(closed === 0n
      ? {}
      : {
          averageClosePrice: now.priceText((trade.closedValue + closed / 2n) / closed),
          closingTransactionIDs: closingIds,
        }),
    ...(isOpenTrade(trade)
      ? { unrealizedPL: moneyText(now.unrealized), marginUsed: moneyText(now.margin) }
      : { closeTime }),
  }
}
