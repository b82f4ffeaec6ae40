import { type ConversionMarket, conversionPaths } from '@tradeloom/book'
import { type ArbitrageList, MAX_ARBITRAGE_IDS } from '@tradeloom/contracts'
import { CURRENCIES, type ListedInstrument, shownCurrency } from '@tradeloom/domain'

type Note = ArbitrageList['notes'][number]

export interface ComparedPair {
  readonly sell: ListedInstrument
  readonly buy: ListedInstrument
}

export interface ComparedMarkets {
  readonly markets: readonly ListedInstrument[]
  /** Both ways of each two. */
  readonly pairs: readonly ComparedPair[]
  readonly notes: readonly Note[]
}

/** Ways to convert that are followed for two currencies. */
const WAYS = 4

/** What of the instruments can be compared with each other, and why others cannot. */
export function compareMarkets(ids: readonly string[], listed: readonly ListedInstrument[]): ComparedMarkets {
  const known = new Map(listed.filter(isTraded).map((one) => [one.id, one]))
  const markets = [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const pairs = markets.flatMap((sell) =>
    markets.filter((buy) => isComparable(sell, buy)).map((buy): ComparedPair => ({ sell, buy })),
  )
  const paired = new Set(pairs.map(({ sell }) => sell.id))
  const note = (instrumentIds: string[], text: string): Note[] =>
    instrumentIds.length > 0 ? [{ instrumentIds, text }] : []
  return {
    markets,
    pairs,
    notes: [
      ...note(
        [...new Set(ids)].filter((id) => !known.has(id)),
        'Instrument not available',
      ),
      ...note(
        markets.map(({ id }) => id).filter((id) => !paired.has(id)),
        'No other market of its currency among these',
      ),
    ],
  }
}

/**
 * Markets that several venues have, paid in the same currency: real ones first, in the order of the currency table, and as
 * many as one list may have.
 */
export function marketsOfSeveralVenues(listed: readonly ListedInstrument[]): string[] {
  const groups = Map.groupBy(listed.filter(isTraded), ({ dealt, quote, contract, simulated }) =>
    [simulated, contract, shownCurrency(dealt), shownCurrency(quote)].join(' '),
  )
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ broker }) => broker)).size > 1)
    .map((group) => ({ group, rank: rankOf(group) }))
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ group }) => group.map(({ id }) => id))
    .slice(0, MAX_ARBITRAGE_IDS)
}

const RANKS = new Map(CURRENCIES.map(({ code }, rank) => [code, rank]))

function rankOf([first]: readonly ListedInstrument[]): number {
  const rank = RANKS.get(shownCurrency(first?.dealt ?? '')) ?? RANKS.size
  return first?.simulated ? rank + RANKS.size + 1 : rank
}

/**
 * How money that selling brings becomes money to buy with: first at the venues themselves, and never over the currency that
 * is compared, which would be the trade itself.
 */
export function waysBetween({ sell, buy }: ComparedPair, listed: readonly ListedInstrument[]) {
  const isOwn = ({ broker }: ListedInstrument): boolean => broker === sell.broker || broker === buy.broker
  const markets = listed
    .filter((one) => isTraded(one) && one.contract === 'spot' && one.simulated === buy.simulated)
    .filter((one) => ![one.dealt, one.quote].map(shownCurrency).includes(shownCurrency(buy.dealt)))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const paths = conversionPaths(shownCurrency(sell.quote), shownCurrency(buy.quote), markets.map(toConversion), WAYS)
  const feeOf = new Map(markets.map(({ id, commission }) => [id, (commission.takerPercent + commission.percent) / 100]))
  return paths.map((path) => ({
    path,
    /** Of all its steps, as a fraction of what is converted. */
    fee: 1 - path.reduce((left, { instrumentId }) => left * (1 - (feeOf.get(instrumentId) ?? 0)), 1),
  }))
}

/** As rates between the currencies that screens show: XBT is BTC. */
export function toConversion({ id, dealt, quote }: ListedInstrument): ConversionMarket {
  return { id, dealt: shownCurrency(dealt), quote: shownCurrency(quote) }
}

export function isTraded({ status }: ListedInstrument): boolean {
  return status === 'active' || status === 'halted'
}

/** The same thing elsewhere: a coin is no contract on it, and simulated money buys nothing real. */
function isComparable(one: ListedInstrument, other: ListedInstrument): boolean {
  return (
    one.broker !== other.broker &&
    shownCurrency(one.dealt) === shownCurrency(other.dealt) &&
    one.contract === other.contract &&
    one.contract !== 'inverse' &&
    one.simulated === other.simulated
  )
}
