import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { useLastQuantity } from '../entry/use-last-quantity.ts'
import { useUsualQuantity } from '../entry/use-usual-quantity.ts'

/** The quantity with which a ticket begins: the last one of the instrument, else the usual one; and how to keep another. */
export function useFirstQuantity(
  instrument: MarketInstrument,
  account: TradingAccount | null,
  conversion: () => number,
): readonly [string, (text: string) => void] {
  const usual = useUsualQuantity(instrument, account, conversion)
  const [last, keep] = useLastQuantity(instrument.id)
  return [last ?? usual, keep]
}
