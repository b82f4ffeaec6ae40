import type { CrossedLevel } from './crossed-levels.ts'

/** What an order of one of the two markets must be. */
export interface LegTerms {
  /** What is charged on the value of a fill, as a fraction of it. */
  readonly fee: number
  /** Quantities are multiples of it. */
  readonly step: number
  readonly minQuantity: number
  readonly maxQuantity: number
  /** The smallest value of an order, in the currency that is paid; 0 without a limit. */
  readonly minNotional: number
}

export interface ArbitrageTerms {
  readonly buy: LegTerms
  readonly sell: LegTerms
  /** What there is to pay with where it is bought, and units to sell where it is sold; Infinity where that is not known. */
  readonly funds: { readonly quote: number; readonly base: number }
}

/** What ends the quantity: the next level costs more than it brings, or there is no more of something. */
export type ArbitrageLimit = 'profit' | 'depth' | 'quote-funds' | 'base-funds' | 'max-quantity'

export interface Executable {
  readonly quantity: number
  readonly buyAverage: number
  readonly sellAverage: number
  /** Of both orders. */
  readonly fees: number
  /** With the fee of buying. */
  readonly spent: number
  /** What is left of what selling brings after all that was spent. */
  readonly net: number
  /** Of what is spent. */
  readonly percent: number
  readonly limit: ArbitrageLimit
}

/**
 * The most that buying and selling at once would bring, both as market orders: as many units as still gain something after
 * the fees of both, and as funds, steps and smallest orders allow. Null if nothing does.
 */
export function executableArbitrage(levels: readonly CrossedLevel[], terms: ArbitrageTerms): Executable | null {
  const { quantity: most, limit } = affordable(levels, terms)
  const { buy, sell } = terms
  const quantity = roundedDown(most, commonStep(buy.step, sell.step))
  if (quantity <= 0 || quantity < Math.max(buy.minQuantity, sell.minQuantity)) return null
  const { bought, sold } = valueOf(levels, quantity)
  if (bought < buy.minNotional || sold < sell.minNotional) return null
  const found = arbitrageAt(levels, quantity, terms)
  return found.net > 0 ? { ...found, limit } : null
}

/** What buying and selling a quantity at once would bring, whether or not anything is gained. */
export function arbitrageAt(
  levels: readonly CrossedLevel[],
  quantity: number,
  { buy, sell }: Pick<ArbitrageTerms, 'buy' | 'sell'>,
): Omit<Executable, 'limit'> {
  const { bought, sold } = valueOf(levels, quantity)
  const spent = bought * (1 + buy.fee)
  const net = sold * (1 - sell.fee) - spent
  const fees = bought * buy.fee + sold * sell.fee
  const average = (value: number): number => tidy(value / quantity)
  return {
    quantity,
    buyAverage: average(bought),
    sellAverage: average(sold),
    fees: tidy(fees),
    spent: tidy(spent),
    net: tidy(net),
    percent: tidy((net / spent) * 100),
  }
}

function affordable(levels: readonly CrossedLevel[], { buy, sell, funds }: ArbitrageTerms) {
  const maxUnits = Math.min(buy.maxQuantity, sell.maxQuantity, funds.base)
  let [quantity, spent] = [0, 0]
  for (const [offered, ask, bid] of levels) {
    const cost = ask * (1 + buy.fee)
    if (!(bid * (1 - sell.fee) > cost)) return { quantity, limit: 'profit' as const }
    const [left, paid] = [maxUnits - quantity, (funds.quote - spent) / cost]
    const taken = Math.max(0, Math.min(offered, left, paid))
    quantity += taken
    spent += taken * cost
    if (taken >= offered) continue
    if (paid < left) return { quantity, limit: 'quote-funds' as const }
    return { quantity, limit: maxUnits === funds.base ? ('base-funds' as const) : ('max-quantity' as const) }
  }
  return { quantity, limit: 'depth' as const }
}

function valueOf(levels: readonly CrossedLevel[], quantity: number) {
  let [left, bought, sold] = [quantity, 0, 0]
  for (const [offered, ask, bid] of levels) {
    const taken = Math.min(offered, left)
    bought += taken * ask
    sold += taken * bid
    left -= taken
    if (left <= 0) break
  }
  return { bought, sold }
}

/** The smallest quantity that is a multiple of both steps. */
export function commonStep(one: number, other: number): number {
  const scale = 10 ** Math.max(placesOf(one), placesOf(other))
  const [first, second] = [Math.round(one * scale), Math.round(other * scale)]
  return (first * second) / divisorOf(first, second) / scale
}

function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other)
}

function placesOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** Sums of quantities have rounding noise, which is no reason to lose a step. */
function roundedDown(quantity: number, step: number): number {
  const steps = Math.floor(quantity / step + 1e-9)
  return Number((steps * step).toFixed(placesOf(step)))
}

function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
