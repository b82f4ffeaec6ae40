import {
  defineInstrument,
  findCurrency,
  type Instrument,
  type ListedInstrument,
  listInstrument,
  shownCurrency,
} from '@tradeloom/domain'
import { decimalOf, type Fields, rowsOf, textOf } from './read-fields.ts'

const VENUE = 'OANDA'

/** What the venue states of one instrument. */
export interface InstrumentRules {
  /** As the venue writes it: `EUR_USD`. */
  readonly name: string
  readonly id: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly product: Instrument['product']
  readonly pipSize: number
  readonly precision: number
  /** Of prices and units, as decimals. */
  readonly tick: string
  readonly step: string
  readonly unitPlaces: number
  readonly minUnits: number
  readonly maxUnits: number
  readonly marginRate: number
  /** The least and the largest distance of a trailing stop; null if it does not say. */
  readonly trailing: readonly [number, number] | null
}

/** Reads the venue's list, by our ids. Instruments that lack a rule which orders need are left out. */
export function readInstruments(rows: unknown): ReadonlyMap<string, InstrumentRules> {
  const rules = rowsOf(rows).flatMap((row) => {
    try {
      return [rulesOf(row)]
    } catch {
      return []
    }
  })
  return new Map(rules.map((one) => [one.id, one]))
}

function rulesOf(row: Fields): InstrumentRules {
  const name = textOf(row['name'])
  const [, base, quote] = /^([A-Z0-9]+)_([A-Z0-9]+)$/.exec(name) ?? []
  if (base === undefined || quote === undefined) throw new TypeError('An instrument of the venue has no two sides')
  const [precision, unitPlaces] = [placesOf(row['displayPrecision']), placesOf(row['tradeUnitsPrecision'])]
  const step = stepOf(unitPlaces)
  return {
    name,
    id: `${base}${quote}:${VENUE}`,
    symbol: `${base}${quote}`,
    base,
    quote,
    product: row['type'] === 'CURRENCY' ? 'Forex' : 'CFD',
    pipSize: Number(`1e${wholeOf(row['pipLocation'])}`),
    precision,
    tick: stepOf(precision),
    step,
    unitPlaces,
    minUnits: Math.max(decimalOf(row['minimumTradeSize']), Number(step)),
    maxUnits: decimalOf(row['maximumOrderUnits']),
    marginRate: decimalOf(row['marginRate']),
    trailing: trailingOf(row),
  }
}

function trailingOf({ minimumTrailingStopDistance: least, maximumTrailingStopDistance: most }: Fields) {
  return least === undefined || most === undefined ? null : ([decimalOf(least), decimalOf(most)] as const)
}

/** An instrument as the product lists it. `isOpen`: whether the venue takes orders now; null if it does not say. */
export function listRules(rules: InstrumentRules, isOpen: boolean | null): ListedInstrument {
  const { id, symbol, base, quote, product, precision, pipSize, minUnits, maxUnits, marginRate, unitPlaces } = rules
  const instrument = defineInstrument(`EURUSD:${VENUE}`, {
    id,
    symbol,
    displaySymbol: `${shownCurrency(base)}/${shownCurrency(quote)}`,
    product,
    dealt: base,
    quote,
    precision,
    pipSize,
    lotSize: Number(rules.step),
    factor: Math.min(Math.max(product === 'Forex' ? 1_000 : 1, minUnits), maxUnits),
    minQuantity: minUnits,
    maxQuantity: maxUnits,
    marginRate,
    // Coins trade at weekends, too. Outside of its hours, prices of a market do not reach scripts.
    ...(findCurrency(base)?.kind === 'crypto' && { calendar: 'always' as const }),
  })
  return listInstrument(instrument, {
    status: 'active',
    tradingOpen: isOpen,
    dealtPrecision: unitPlaces,
    quotePrecision: precision,
    quoteStep: Number(rules.tick),
    positionCurrency: base,
    hasDepth: false,
    orderTypes: ['MARKET', 'LIMIT', 'STOP'],
    hasTrailingStops: true,
    refusedStop: 'cancel',
  })
}

/** Our id of an instrument that the venue names. */
export function idOf(name: unknown): string {
  return `${textOf(name).replaceAll('_', '')}:${VENUE}`
}

function stepOf(places: number): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
}

function placesOf(value: unknown): number {
  const places = wholeOf(value)
  if (places < 0 || places > 12) throw new TypeError('Decimal places of the venue are none')
  return places
}

function wholeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new TypeError('A whole number of the venue is none')
  return value
}
