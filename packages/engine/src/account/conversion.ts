import { type Instrument, peggedCurrency, type Price, UserError } from '@tradeloom/domain'

import { isCoarse, type MarketRows } from '../market/market-rows.ts'

/** A market that converts quote currency toward account currency. */
interface Leg {
  readonly rows: MarketRows
  /** The last price inside a long bar is its close, one millisecond before its end. */
  readonly early: 0 | 1
  /** 1 multiplies by its price, -1 divides by it. */
  readonly power: 1 | -1
  row: number
  /** Those of the rows to which `row` belongs: rows may be replaced by later ones. */
  time: Float64Array
}

/** Markets, with their rows, that can serve as conversions besides the traded one. */
export interface ConversionMarket {
  readonly instrument: Instrument
  readonly rows: MarketRows
}

/**
 * The current value of one unit of quote currency in account currency, at mid prices. The traded market itself can
 * serve, too: USD/JPY in a USD account needs no other data.
 */
export class Conversion {
  readonly #legs: readonly Leg[]
  /** Exponent of the traded market's own price in the rate. */
  readonly own: -1 | 0 | 1
  /** Product of the other markets' prices. */
  others = 1

  private constructor(own: -1 | 0 | 1, legs: readonly Leg[]) {
    this.own = own
    this.#legs = legs
    if (legs.length > 0) this.others = NaN
  }

  /** Throws UserError if the markets do not connect the two currencies. */
  static between(traded: Instrument, accountCurrency: string, markets: readonly ConversionMarket[]): Conversion {
    const steps = findSteps(traded, peggedCurrency(accountCurrency), markets)
    if (steps) {
      const legs = steps.legs.map(({ market: { rows }, power }): Leg => {
        const early = isCoarse(rows) ? 1 : 0
        return { rows, early, power, row: -1, time: rows.time }
      })
      return new Conversion(steps.own, legs)
    }
    throw new UserError('run-input', `Conversion instruments not found: ${traded.quote} to ${accountCurrency}`)
  }

  /** The same conversion at the same time, which advances apart from this one. */
  copy(): Conversion {
    const copy = new Conversion(
      this.own,
      this.#legs.map((leg) => ({ ...leg })),
    )
    copy.others = this.others
    return copy
  }

  /** No other market is needed, so there is nothing to advance. */
  get isConstant(): boolean {
    return this.#legs.length === 0
  }

  /**
   * Applies every price up to `time`, which may be earlier than before. A bar's open is known at its start, its close at
   * its end.
   */
  advance(time: number): void {
    if (this.isConstant) return
    let product = 1
    for (const leg of this.#legs) {
      const { rows } = leg
      if (rows.time !== leg.time) {
        leg.time = rows.time
        leg.row = -1
      }
      while (leg.row >= 0 && (rows.time[leg.row] as number) > time) leg.row -= 1
      while (leg.row + 1 < rows.count && (rows.time[leg.row + 1] as number) <= time) leg.row += 1
      const { row } = leg
      if (row < 0) {
        product *= powered(rows.midBefore ?? NaN, leg)
        continue
      }
      const over = (rows.time[row] as number) + rows.rowMs - leg.early <= time
      const bid = (over ? rows.bidClose : rows.bidOpen)[row] as number
      const ask = (over ? rows.askClose : rows.askOpen)[row] as number
      product *= powered((bid + ask) / 2, leg)
    }
    this.others = product
  }

  /** NaN until every conversion market has a price. */
  rate(bid: Price, ask: Price): number {
    const { own } = this
    if (own === 0) return this.others
    return own === -1 ? (this.others * 2) / (bid + ask) : (this.others * (bid + ask)) / 2
  }
}

function powered(mid: number, { power }: Leg): number {
  return power === 1 ? mid : 1 / mid
}

interface Steps<Market> {
  readonly own: -1 | 0 | 1
  readonly legs: readonly { readonly market: Market; readonly power: 1 | -1 }[]
}

type Listed = Pick<Instrument, 'dealt' | 'quote'>

/** Whether profits of a market can be converted to account currency with the prices of others. */
export function isConvertible(traded: Listed, accountCurrency: string, others: readonly Listed[]): boolean {
  const markets = others.map((instrument) => ({ instrument }))
  return findSteps(traded, peggedCurrency(accountCurrency), markets) !== null
}

function findSteps<Market extends { readonly instrument: Listed }>(
  traded: Listed,
  account: string,
  markets: readonly Market[],
): Steps<Market> | null {
  const quote = peggedCurrency(traded.quote)
  const dealt = peggedCurrency(traded.dealt)
  if (quote === account) return { own: 0, legs: [] }
  if (dealt === account) return { own: -1, legs: [] }
  const direct = legTo(quote, account, markets)
  if (direct) return { own: 0, legs: [direct] }
  const fromDealt = legTo(dealt, account, markets)
  if (fromDealt) return { own: -1, legs: [fromDealt] }
  for (const market of markets) {
    for (const [from, to] of [
      [peggedCurrency(market.instrument.dealt), peggedCurrency(market.instrument.quote)],
      [peggedCurrency(market.instrument.quote), peggedCurrency(market.instrument.dealt)],
    ] as const) {
      const first = from === quote ? legTo(from, to, [market]) : null
      const second = first && legTo(to, account, markets)
      if (first && second) return { own: 0, legs: [first, second] }
    }
  }
  return null
}

function legTo<Market extends { readonly instrument: Listed }>(
  from: string,
  to: string,
  markets: readonly Market[],
): Steps<Market>['legs'][number] | null {
  for (const market of markets) {
    const dealt = peggedCurrency(market.instrument.dealt)
    const quote = peggedCurrency(market.instrument.quote)
    if (dealt === from && quote === to) return { market, power: 1 }
    if (quote === from && dealt === to) return { market, power: -1 }
  }
  return null
}
