import { findCurrency, shownCurrency } from './currency.ts'
import { isPerpetual, PERPETUAL } from './perpetual.ts'

/** Quote currencies of crypto markets, longest first: `BTCUSDT` is BTC in USDT, not BTCU in SDT. */
const CRYPTO_QUOTES = [
  'USDT',
  'USDC',
  'BUSD',
  'TUSD',
  'FDUSD',
  'PERP',
  'DAI',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
  'TRY',
  'BRL',
  'BTC',
  'ETH',
  'BNB',
].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))

interface Pair {
  readonly dealt: string
  readonly quote: string
}

export interface SplitSymbol extends Pair {
  /** Of perpetual contracts; empty for others. */
  readonly ending: string
}

/** The currencies of a symbol, in capitals; null for one that follows no convention, such as those of indexes. */
export function splitSymbol(symbol: string): SplitSymbol | null {
  const ending = isPerpetual(symbol) ? PERPETUAL : ''
  const pair = splitPair(symbol.slice(0, symbol.length - ending.length))
  return pair && { ...pair, ending }
}

/** As screens and messages write it: `BTC/USDT`. */
export function shownSymbol({ dealt, quote, ending }: SplitSymbol): string {
  return `${shownCurrency(dealt)}/${shownCurrency(quote)}${ending === '' ? '' : ' perpetual'}`
}

export function isFiat(code: string): boolean {
  return findCurrency(code)?.kind === 'fiat'
}

function splitPair(written: string): Pair | null {
  const separated = /^([A-Z0-9]{2,12})[/_-]([A-Z0-9]{2,12})$/.exec(written)
  if (separated?.[1] && separated[2]) return { dealt: separated[1], quote: separated[2] }
  if (/^[A-Z0-9]{5,16}$/.test(written)) {
    const first = written.slice(0, 3)
    const last = written.slice(3)
    if ((isFiat(first) || findCurrency(first)?.kind === 'metal') && isFiat(last)) return { dealt: first, quote: last }
    const coin = splitCoin(written)
    if (coin) return coin
  }
  return null
}

/**
 * Of the quote currencies that a symbol may end with, the longest that leaves a known coin, or else three letters: XBTUSD
 * and BATUSD are not XB and BA in TUSD.
 */
function splitCoin(written: string): Pair | undefined {
  const splits = CRYPTO_QUOTES.filter((quote) => written.endsWith(quote) && written.length >= quote.length + 2).map(
    (quote) => ({ dealt: written.slice(0, -quote.length), quote }),
  )
  return (
    splits.find(({ dealt }) => findCurrency(dealt) !== null) ??
    splits.find(({ dealt }) => dealt.length >= 3) ??
    splits[0]
  )
}
