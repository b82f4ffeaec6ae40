import { shownCurrency } from './currency.ts'
import type { Instrument } from './instrument.ts'
import { isFiat, shownSymbol, splitSymbol } from './split-symbol.ts'
import { UserError } from './user-error.ts'

/** Currencies with a small unit: their prices have three decimals and a pip is 0.01. */
const SMALL_UNIT = new Set(['JPY', 'HUF', 'THB', 'KRW', 'RUB', 'INR'])
const METAL_PRECISION: Readonly<Record<string, number>> = { XAU: 2, XAG: 3, XPT: 2, XPD: 2 }
/** Price decimals of common cryptocurrencies against a dollar-like currency; others have four. */
const COIN_PRECISION: Readonly<Record<string, number>> = {
  BTC: 2,
  ETH: 2,
  BNB: 2,
  BCH: 2,
  LTC: 2,
  SOL: 2,
  AVAX: 2,
  LINK: 3,
  DOT: 3,
  XRP: 4,
  ADA: 4,
  DOGE: 5,
  TRX: 5,
  SHIB: 8,
}

/**
 * The instrument for an id of the form `SYMBOL:BROKER`, from the conventions of symbols: two currencies of three
 * letters are forex, a metal and a currency a CFD, a coin and a known quote currency a cryptocurrency. After `.P` it is
 * their perpetual contract. `overrides` replaces what a broker does differently. Throws UserError.
 */
export function defineInstrument(id: string, overrides: Partial<Instrument> = {}): Instrument {
  const parts = id.trim().split(':')
  const [written, brokerWritten] = parts
  if (parts.length !== 2 || !written || !brokerWritten || !/^[A-Za-z0-9_.-]{1,32}$/.test(brokerWritten)) {
    throw new UserError(
      'unknown-instrument',
      `Instrument '${id}' must have the form SYMBOL:BROKER, for example EURUSD:OANDA`,
    )
  }
  const broker = brokerWritten.toUpperCase()
  const own = written.toUpperCase()
  const parsed = splitSymbol(own)
  if (parsed === null)
    throw new UserError(
      'unknown-instrument',
      `Symbol of '${id}' is unknown: write two currencies, for example EURUSD, XAUUSD, BTCUSDT or DOT/USDC`,
    )
  const { dealt, quote, ending } = parsed
  const symbol = dealt + quote + ending
  const base = {
    id: `${symbol}:${broker}`,
    symbol,
    broker,
    displaySymbol: shownSymbol(parsed),
    dealt,
    quote: quote === 'PERP' ? 'USD' : quote,
    simulated: broker === 'SIM',
  }
  if (isFiat(dealt) && isFiat(quote)) return { ...base, ...forexRules(quote), ...overrides }
  const metal = METAL_PRECISION[dealt]
  if (metal !== undefined) return { ...base, ...metalRules(metal), ...overrides }
  return { ...base, ...cryptoRules(dealt, base.quote), ...overrides }
}

type Rules = Omit<Instrument, 'id' | 'symbol' | 'broker' | 'displaySymbol' | 'dealt' | 'quote' | 'simulated'>

/** Retail forex: prices to a tenth of a pip, quantities in single units, leverage of 50:1. */
function forexRules(quote: string): Rules {
  const small = SMALL_UNIT.has(quote)
  return {
    product: 'Forex',
    precision: small ? 3 : 5,
    pipSize: small ? 0.01 : 0.0001,
    lotSize: 1,
    factor: 1000,
    minQuantity: 1,
    maxQuantity: 100_000_000,
    marginRate: 0.02,
    calendar: 'forex',
  }
}

function metalRules(precision: number): Rules {
  return {
    product: 'CFD',
    precision,
    pipSize: 0.01,
    lotSize: 1,
    factor: 1,
    minQuantity: 1,
    maxQuantity: 1_000_000,
    marginRate: 0.05,
    calendar: 'forex',
  }
}

/** Exchanges define no pip: the smallest price step is used. */
function cryptoRules(dealt: string, quote: string): Rules {
  const precision =
    quote === 'BTC' || quote === 'ETH' || quote === 'BNB' ? 8 : (COIN_PRECISION[shownCurrency(dealt)] ?? 4)
  return {
    product: 'Cryptocurrency',
    precision,
    pipSize: Number(`1e-${precision}`),
    lotSize: 0.00001,
    factor: 1,
    minQuantity: 0.00001,
    maxQuantity: 1_000_000_000,
    marginRate: 0.2,
    calendar: 'always',
  }
}
