import { nextRollover } from '@tradeloom/domain'

import type { Quote } from '../market/quote.ts'
import { fundingRateAt, nextFunding } from './funding.ts'
import { nightsAt, swapOf, swapRatesAt } from './swap.ts'
import type { RunSpec } from '../run-spec.ts'
import type { Portfolio } from './portfolio.ts'

/** What open positions cost or bring by being held: swap at the rollover, funding at its hours. */
export class FinancingCharges {
  readonly #spec: RunSpec
  readonly #portfolio: Portfolio
  readonly #quote: Quote
  #rollover = Infinity
  #funding = Infinity

  constructor(spec: RunSpec, portfolio: Portfolio, quote: Quote) {
    this.#spec = spec
    this.#portfolio = portfolio
    this.#quote = quote
    if (spec.swap) this.#rollover = nextRollover(spec.start - 1)
    if (spec.funding) this.#funding = nextFunding(spec.funding, spec.start - 1)
  }

  /** Time of the next rollover or payment, UTC milliseconds. */
  get next(): number {
    return this.#rollover < this.#funding ? this.#rollover : this.#funding
  }

  /** Books what is due by `moment`, in the order of time, at the last prices before or those that are given. */
  book(moment: number, bid = this.#quote.bid, ask = this.#quote.ask): void {
    while (this.next <= moment) {
      if (this.#rollover <= this.#funding) this.#bookSwap(bid, ask)
      else this.#bookFunding(bid, ask)
    }
  }

  #bookSwap(bid: number, ask: number): void {
    const { swap, instrument } = this.#spec
    const time = this.#rollover
    this.#rollover = nextRollover(time)
    const portfolio = this.#portfolio
    if (!swap || portfolio.openCount === 0) return
    const nights = nightsAt(swap, instrument.calendar, time)
    if (nights === 0) return
    portfolio.conversion.advance(time - 1)
    const rate = portfolio.conversion.rate(bid, ask)
    const [longRate, shortRate] = swapRatesAt(swap, time)
    for (const position of portfolio.open.values()) {
      const { long, quantity } = position
      const nightly = long ? longRate : shortRate
      const credit = swapOf(swap.unit, instrument.pipSize, nightly, quantity, long ? bid : ask)
      portfolio.chargeSwap(position, -credit * nights * rate)
    }
  }

  /** At the middle of bid and ask, which stands for the mark price of the exchange. */
  #bookFunding(bid: number, ask: number): void {
    const { funding } = this.#spec
    const time = this.#funding
    if (!funding) return
    this.#funding = nextFunding(funding, time)
    const portfolio = this.#portfolio
    if (portfolio.openCount === 0) return
    portfolio.conversion.advance(time - 1)
    const paid = fundingRateAt(funding, time) * ((bid + ask) / 2) * portfolio.conversion.rate(bid, ask)
    for (const position of portfolio.open.values()) {
      portfolio.chargeFunding(position, (position.long ? 1 : -1) * position.quantity * paid)
    }
  }
}
