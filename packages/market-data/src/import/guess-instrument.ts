/** Currencies of forex pairs, and metals that are quoted like them. */
const FIAT = 'USD EUR JPY GBP CHF AUD CAD NZD SEK NOK DKK PLN CZK HUF TRY ZAR MXN SGD HKD CNH XAU XAG'.split(' ')
const CRYPTO = 'BTC XBT ETH LTC XRP SOL ADA DOGE BNB DOT AVAX LINK BCH ETC TRX XLM'.split(' ')
const STABLE = ['USDT', 'USDC', 'BUSD']

/** Brokers that a file name may contain, as they are written in ids. */
const BROKERS = 'OANDA FXCM DUKASCOPY HISTDATA BINANCE BITFINEX BITSTAMP BITMEX COINBASE KRAKEN GDAX BYBIT OKX'.split(
  ' ',
)
/** The broker of files whose format tells it. */
const BROKER_OF_FORMAT: Readonly<Record<string, string>> = {
  binance: 'BINANCE',
  dukascopy: 'DUKASCOPY',
  fxcm: 'FXCM',
  histdata: 'HISTDATA',
  mt5: 'MT5',
}
const OTHER_BROKER = 'IMPORT'

/** `EURUSD:HISTDATA` for `DAT_ASCII_EURUSD_M1_2024.csv`; null when the name contains no pair of currencies. */
export function guessInstrument(fileName: string, format: string | null): string | null {
  const name = fileName.toUpperCase()
  const symbol = pairInName(name)
  if (symbol === null) return null
  const stated = BROKERS.find((broker) => name.includes(broker))
  return `${symbol}:${stated ?? BROKER_OF_FORMAT[format ?? ''] ?? OTHER_BROKER}`
}

/** `EURUSD`; null when the name contains no pair of currencies. */
export function pairInName(fileName: string): string | null {
  const name = fileName.toUpperCase()
  // The longest quote currency first: BTCUSDT is no pair with USD.
  const bases = [...FIAT, ...CRYPTO].join('|')
  const quotes = [...STABLE, ...FIAT, ...CRYPTO].join('|')
  const pair = new RegExp(`(?<![A-Z])(${bases})[-_/.]?(${quotes})(?![A-Z])`)
  const [, base, quote] = pair.exec(name) ?? []
  return base === undefined || base === quote ? null : `${base}${quote}`
}
