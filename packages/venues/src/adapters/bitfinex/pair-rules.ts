import { defineInstrument, type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { decimalOf, type Row, rowOf, rowsOf, textOf } from './read-json.ts'

const VENUE = 'BITFINEX'
/** Prices have so many digits from the first that is not 0 on, and amounts so many decimals. */
export const PRICE_DIGITS = 5
const AMOUNT_PLACES = 8
/** Contracts have a name of their own for what they settle in. */
const CONTRACT = /F0(?::|$)/

/** What the venue states of one pair. */
export interface PairRules {
  readonly instrumentId: string
  /** Of requests and channels: `tBTCUSD`. */
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly minimum: number
  readonly maximum: number
  /** Of a position's value; null where the margin wallet does not trade it. */
  readonly marginRate: number | null
}

/** Reads the venue's lists of pairs, of those that can be borrowed for, and of names of currencies. */
export function readPairs([infos, margin, sym]: Row): {
  readonly pairs: readonly PairRules[]
  readonly names: ReadonlyMap<string, string>
} {
  const names = new Map(rowsOf(sym).flatMap(([code, name]) => namesOf(textOf(code), textOf(name))))
  const borrowed = new Set(rowOf(margin))
  const found = rowsOf(infos).flatMap(([pair, terms]) => rulesOf(textOf(pair), rowOf(terms), { names, borrowed }))
  // Two currencies of one name: the first of their pairs has it.
  const first = new Map(found.toReversed().map((one) => [one.instrumentId, one]))
  return { pairs: [...first.values()].toReversed(), names }
}

/** A currency as others write it: UST is USDT. */
function namesOf(code: string, name: string): readonly (readonly [string, string])[] {
  const written = name.toUpperCase()
  return /^[A-Z0-9]+$/.test(written) ? [[code, written]] : []
}

function rulesOf(
  pair: string,
  terms: Row,
  { names, borrowed }: { readonly names: ReadonlyMap<string, string>; readonly borrowed: ReadonlySet<unknown> },
): readonly PairRules[] {
  const [base, quote] = pair.includes(':') ? pair.split(':') : [pair.slice(0, 3), pair.slice(3)]
  if (CONTRACT.test(pair) || !base || !quote) return []
  const [dealt, paid] = [names.get(base) ?? base, names.get(quote) ?? quote]
  const symbol = `${dealt}${paid}`
  if (!/^[A-Z0-9]{5,16}$/.test(symbol)) return []
  const rate = terms[8]
  return [
    {
      instrumentId: `${symbol}:${VENUE}`,
      symbol: `t${pair}`,
      base: dealt,
      quote: paid,
      minimum: decimalOf(terms[3], 'up'),
      maximum: decimalOf(terms[4], 'down'),
      marginRate: borrowed.has(pair) && rate !== null && rate !== undefined ? decimalOf(rate, 'up') : null,
    },
  ]
}

/** The distance of prices around one. */
function stepAt(price: number): number {
  const digits = Math.floor(Math.log10(price)) + 1
  return Number(`1e${digits - PRICE_DIGITS}`)
}

/** A pair as the product lists it: what its prices may be follows from how high they are. */
export function listPair(rules: PairRules, price: number, isOperative: boolean): ListedInstrument | null {
  const { instrumentId, base, quote, minimum, maximum, marginRate } = rules
  if (!(price > 0)) return null
  const step = stepAt(price)
  const precision = Math.max(0, -Math.round(Math.log10(step)))
  const instrument = defineInstrument(`BTCUSD:${VENUE}`, {
    id: instrumentId,
    symbol: `${base}${quote}`,
    displaySymbol: `${base}/${quote}`,
    dealt: base,
    quote,
    precision,
    pipSize: step,
    lotSize: Number(`1e-${AMOUNT_PLACES}`),
    factor: Math.min(Math.max(1, minimum), maximum),
    minQuantity: minimum,
    maxQuantity: maximum,
    marginRate: marginRate ?? 1,
  })
  return listInstrument(instrument, {
    status: isOperative ? 'active' : 'halted',
    tradingOpen: isOperative,
    accounts: marginRate === null ? ['spot'] : ['spot', 'netting'],
    dealtPrecision: AMOUNT_PLACES,
    quotePrecision: precision,
    quoteStep: step,
    positionCurrency: base,
    hasDepth: true,
    hasTrailingStops: true,
  })
}
