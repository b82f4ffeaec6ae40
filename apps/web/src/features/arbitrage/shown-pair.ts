import type { MarketInstrument } from '@tradeloom/contracts'
import { shownCurrency } from '@tradeloom/domain'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { useArbitrage } from './live-arbitrage.ts'
import { useChosenPair } from './chosen-pair.ts'

/** Two markets of one currency. */
export interface MarketPair {
  readonly sell: MarketInstrument
  readonly buy: MarketInstrument
}

/** The pair of an option; without one the chosen pair, or the best one of the top list. Null while none is known. */
export function useShownPair(option: string, instruments: ReadonlyMap<string, MarketInstrument>): MarketPair | null {
  const chosen = useChosenPair(({ pair }) => pair)
  const top = useArbitrage(option === '' && chosen === null ? 'arbitrage' : null)
  const [sellId, buyId] = option === '' ? [chosen?.sellId, chosen?.buyId] : (option.split('||') as [string?, string?])
  const first = top?.list.pairs[0]
  const sell = instruments.get(sellId ?? first?.sellId ?? '')
  const buy = instruments.get(buyId ?? first?.buyId ?? '')
  return sell && buy ? { sell, buy } : null
}

/** Each two markets that can be compared, once. */
export function comparablePairs(instruments: readonly MarketInstrument[]): MarketPair[] {
  const groups = Map.groupBy(
    instruments.filter(({ status, contract }) => isListed(status) && contract !== 'inverse'),
    ({ dealt, contract, simulated }) => `${shownCurrency(dealt)} ${contract} ${simulated}`,
  )
  return [...groups.values()].flatMap((markets) =>
    markets.flatMap((sell, place) =>
      markets
        .slice(place + 1)
        .filter(({ broker }) => broker !== sell.broker)
        .map((buy) => ({ sell, buy })),
    ),
  )
}

/** `BTC/USDT`; the currency alone where the two are paid differently. */
export function marketName({ sell, buy }: MarketPair): string {
  return sell.displaySymbol === buy.displaySymbol ? buy.displaySymbol : shownCurrency(buy.dealt)
}

/** `BTC/USDT SIM – SIM2`, with both symbols where they differ. */
export function pairName({ sell, buy }: MarketPair): string {
  const isSame = sell.displaySymbol === buy.displaySymbol
  return isSame
    ? `${sell.displaySymbol} ${sell.exchangeName} – ${buy.exchangeName}`
    : `${sell.displaySymbol} ${sell.exchangeName} – ${buy.displaySymbol} ${buy.exchangeName}`
}
