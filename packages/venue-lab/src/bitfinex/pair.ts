/** A pair as the venue's list of pairs describes it. */
export interface BitfinexPair {
  readonly pair: string
  readonly base: string
  readonly quote: string
  readonly minimum: string
  readonly maximum: string
  /** Of a position's value; null where nothing can be borrowed for it. */
  readonly initialMargin: number | null
}

export const BTCUSD: BitfinexPair = {
  pair: 'BTCUSD',
  base: 'BTC',
  quote: 'USD',
  minimum: '0.00002',
  maximum: '2000.0',
  initialMargin: 0.2,
}

/** Others in the list: with a tether, with a name that is too long for six letters, and a contract. */
export const OTHER_PAIRS: readonly BitfinexPair[] = [
  { pair: 'BTCUST', base: 'BTC', quote: 'UST', minimum: '0.00004', maximum: '2000.0', initialMargin: 0.2 },
  { pair: 'DOGE:USD', base: 'DOGE', quote: 'USD', minimum: '22.0', maximum: '1000000.0', initialMargin: null },
  { pair: 'BTCF0:USTF0', base: 'BTCF0', quote: 'USTF0', minimum: '0.00004', maximum: '100.0', initialMargin: 0.01 },
]

/** As an entry of `pub:info:pair`. */
export function describePair({ pair, minimum, maximum, initialMargin }: BitfinexPair): unknown {
  const maintenance = initialMargin === null ? null : initialMargin / 2
  return [pair, [null, null, null, minimum, maximum, null, null, null, initialMargin, maintenance, null, null]]
}

/** Names of the venue for currencies, and those by which others know them. */
export const CURRENCY_NAMES = [
  ['UST', 'USDt'],
  ['DSH', 'DASH'],
  ['USTF0', 'USDt0'],
]
