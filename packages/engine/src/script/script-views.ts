import type { Account, Bar, Instrument } from '@tradeloom/domain'

import type { IntervalBars } from '../market/interval-bars.ts'
import type { Quote } from '../market/quote.ts'
import type { SimulatedVenue } from '../venues/simulated/simulated-venue.ts'
import type { ScriptOrder } from '../orders/working-order.ts'
import type { OpenPosition } from '../account/open-position.ts'
import type { Portfolio } from '../account/portfolio.ts'
import { freezeWhole } from './freeze-whole.ts'
import { type ScriptPosition, scriptPosition } from './script-position.ts'

/** `bars(interval)` as scripts see it. */
export class ScriptBars {
  readonly #bars: IntervalBars

  constructor(bars: IntervalBars) {
    this.#bars = bars
    // From now on history is kept.
    void bars.history
  }

  get interval(): IntervalBars['interval'] {
    return this.#bars.interval
  }

  get count(): number {
    return this.#bars.history.time.count
  }

  get forming(): Bar | null {
    return this.#bars.forming()
  }

  time(k = 0): number {
    return this.#bars.history.time.at(k)
  }

  open(k = 0): number {
    return this.#bars.history.open.at(k)
  }

  high(k = 0): number {
    return this.#bars.history.high.at(k)
  }

  low(k = 0): number {
    return this.#bars.history.low.at(k)
  }

  close(k = 0): number {
    return this.#bars.history.close.at(k)
  }

  volume(k = 0): number {
    return this.#bars.history.volume.at(k)
  }

  at(k = 0): Bar | null {
    return this.#bars.history.at(k)
  }
}

export class ScriptAccount implements Account {
  readonly #portfolio: Portfolio
  readonly #quote: Quote
  readonly #currency: string

  constructor(portfolio: Portfolio, quote: Quote, currency: string) {
    this.#portfolio = portfolio
    this.#quote = quote
    this.#currency = currency
  }

  get currency(): string {
    return this.#currency
  }

  get initialBalance(): number {
    return this.#portfolio.initialBalance
  }

  get balance(): number {
    return this.#portfolio.balance
  }

  get equity(): number {
    return this.#portfolio.balance + this.unrealizedProfit
  }

  get unrealizedProfit(): number {
    return this.#portfolio.unrealizedAt(this.#quote.bid, this.#quote.ask)
  }

  get marginUsed(): number {
    return this.#portfolio.marginAt(this.#quote.bid, this.#quote.ask)
  }

  get marginAvailable(): number {
    return this.equity - this.marginUsed
  }

  get marginCall(): boolean {
    return this.marginUsed > 0 && this.marginUsed >= this.equity
  }

  get closeoutPercent(): number {
    const { marginUsed, equity } = this
    return marginUsed === 0 ? 0 : equity > 0 ? (marginUsed / 2 / equity) * 100 : Infinity
  }
}

export class ScriptPositions {
  readonly #portfolio: Portfolio
  readonly #quote: Quote

  constructor(portfolio: Portfolio, quote: Quote) {
    this.#portfolio = portfolio
    this.#quote = quote
  }

  get count(): number {
    return this.#portfolio.open.size
  }

  get longCount(): number {
    return this.#portfolio.longCount
  }

  get shortCount(): number {
    return this.#portfolio.open.size - this.#portfolio.longCount
  }

  get netQuantity(): number {
    return this.#portfolio.longQuantity - this.#portfolio.shortQuantity
  }

  all(): ScriptPosition[] {
    return [...this.#portfolio.open.values()].map((position) => this.#view(position))
  }

  get(id: number): ScriptPosition | null {
    const position = this.#portfolio.open.get(id)
    return position ? this.#view(position) : null
  }

  #view(position: OpenPosition): ScriptPosition {
    return scriptPosition(this.#portfolio.view(position, this.#quote.bid, this.#quote.ask), position)
  }

  [Symbol.iterator](): Iterator<ScriptPosition> {
    return this.all()[Symbol.iterator]()
  }
}

export class ScriptOrders {
  readonly #venue: SimulatedVenue

  constructor(venue: SimulatedVenue) {
    this.#venue = venue
  }

  get count(): number {
    return this.#venue.waiting.size
  }

  all(): ScriptOrder[] {
    return [...this.#venue.waiting.values()].map((order) => order.record())
  }

  get(id: number): ScriptOrder | null {
    return this.#venue.waiting.get(id)?.record() ?? null
  }

  [Symbol.iterator](): Iterator<ScriptOrder> {
    return this.all()[Symbol.iterator]()
  }
}

for (const view of [ScriptBars, ScriptAccount, ScriptPositions, ScriptOrders]) {
  freezeWhole(view)
  freezeWhole(view.prototype)
}

/** A frozen copy without what the script has no use for. */
export function scriptInstrument(instrument: Instrument): Readonly<Record<string, unknown>> {
  const { id, symbol, broker, displaySymbol, product, dealt, quote, precision, pipSize } = instrument
  const { lotSize, minQuantity, maxQuantity, marginRate } = instrument
  return Object.freeze({
    id,
    symbol,
    broker,
    displaySymbol,
    product,
    dealt,
    quote,
    precision,
    pipSize,
    lotSize,
    minQuantity,
    maxQuantity,
    marginRate,
  })
}
