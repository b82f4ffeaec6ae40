import { nextRollover, type Price } from '@tradeloom/domain'

import { fundingRateAt, nextFunding } from './funding.ts'
import { nightsAt, swapOf, swapRatesAt } from './swap.ts'
import type { MarketSpec } from '../run-spec.ts'
import type { Account } from './account.ts'
import type { MarketPositions } from './market-positions.ts'

/** The cost or income of holding positions: swap at the rollover, funding at its hours. */
export class FinancingCharges {
  readonly #spec: MarketSpec
  readonly #account: Account
  readonly #positions: MarketPositions
  #rollover = Infinity
  #funding = Infinity

  constructor(spec: MarketSpec, start: number, account: Account, positions: MarketPositions) {
    this.#spec = spec
    this.#account = account
    this.#positions = positions
    if (spec.swap) this.#rollover = nextRollover(start - 1)
    if (spec.funding) this.#funding = nextFunding(spec.funding, start - 1)
  }

  /** Time of the next rollover or payment, UTC milliseconds. */
  get next(): number {
    return this.#rollover < this.#funding ? this.#rollover : this.#funding
  }

  /** Books everything due by `time`, in time order, at the latest prices or the given ones. */
  book(time: number, bid = this.#positions.quote.bid, ask = this.#positions.quote.ask): void {
    while (this.next <= time) {
      if (this.#rollover <= this.#funding) this.#bookSwap(bid, ask)
      else this.#bookFunding(bid, ask)
    }
  }

  #bookSwap(bid: Price, ask: Price): void {
    const { swap, instrument } = this.#spec
    const time = this.#rollover
    this.#rollover = nextRollover(time)
    const positions = this.#positions
    if (!swap || positions.openCount === 0) return
    const nights = nightsAt(swap, instrument.calendar, time)
    if (nights === 0) return
    positions.conversion.advance(time - 1)
    const rate = positions.conversion.rate(bid, ask)
    const [longRate, shortRate] = swapRatesAt(swap, time)
    for (const position of positions.open.values()) {
      const { long, quantity } = position
      const nightly = long ? longRate : shortRate
      const credit = swapOf(swap.unit, instrument.pipSize, nightly, quantity, long ? bid : ask)
      this.#account.chargeSwap(position, -credit * nights * rate)
    }
  }

  /** At the mid price, as an approximation of the exchange's mark price. */
  #bookFunding(bid: Price, ask: Price): void {
    const { funding } = this.#spec
    const time = this.#funding
    if (!funding) return
    this.#funding = nextFunding(funding, time)
    const positions = this.#positions
    if (positions.openCount === 0) return
    positions.conversion.advance(time - 1)
    const paid = fundingRateAt(funding, time) * ((bid + ask) / 2) * positions.conversion.rate(bid, ask)
    for (const position of positions.open.values()) {
      this.#account.chargeFunding(position, (position.long ? 1 : -1) * position.quantity * paid)
    }
  }
}
