import type { Account } from '../../account/account.ts'
import type { OpenPosition } from '../../account/open-position.ts'
import type { Clock } from '../../market/clock.ts'
import type { OrderRegistry } from '../../orders/order-registry.ts'
import type { MarginWatch } from '../../ports/margin-watch.ts'
import type { RunLog } from '../../record/run-log.ts'

export interface LiquidationContext {
  readonly clock: Clock
  readonly account: Account
  readonly registry: OrderRegistry
  readonly log: RunLog
}

/** What the simulated broker does if the account lacks margin: a margin call, then liquidation. */
export class Liquidation implements MarginWatch {
  /** Whether used margin exceeds equity. */
  isCalled = false
  readonly #context: LiquidationContext

  constructor(context: LiquidationContext) {
    this.#context = context
  }

  /** Whether equity at the current prices is too little for what comes next: a margin call, or after that a closeout. */
  isShort(): boolean {
    const { account } = this.#context
    return this.isCalled ? isClosedOut(account) : isMarginCalled(account)
  }

  /** Logs a margin call, and closes positions while equity does not cover half of the used margin. */
  check(): void {
    const { account, clock, log, registry } = this.#context
    if (!this.isCalled && isMarginCalled(account)) {
      log.write(clock.time, 'warning', 'Margin call: more margin is used than there is equity')
    }
    this.#liquidate()
    this.isCalled = isMarginCalled(account)
    for (const { market } of account.markets) registry.venueOf(market).refresh()
  }

  /** The largest loss first, among markets that are open and have a price. */
  #liquidate(): void {
    const { account, clock, log, registry } = this.#context
    const stuck = new Set<OpenPosition>()
    while (account.openCount > stuck.size) {
      if (!isClosedOut(account)) return
      const position = largestLoss(account, stuck)
      if (!position) return
      if (!registry.venueOf(position.market).canLiquidate()) {
        stuck.add(position)
        continue
      }
      log.write(clock.time, 'warning', `Margin close-out of position ${position.id}`)
      registry.venueOf(position.market).liquidate(position)
      account.marginRecord.closedOut(clock.time, account.openCount)
    }
  }
}

function isMarginCalled(account: Account): boolean {
  return account.openCount > 0 && !(account.equity() > account.marginUsed())
}

function isClosedOut(account: Account): boolean {
  return account.openCount > 0 && account.equity() <= account.marginUsed() / 2
}

function largestLoss(account: Account, without: ReadonlySet<OpenPosition>): OpenPosition | null {
  let worst: OpenPosition | null = null
  let least = Infinity
  const isSingle = account.markets.length === 1
  for (const { open, quote, conversion } of account.markets) {
    // Within one market, comparing in quote currency is equivalent.
    const rate = isSingle ? 1 : conversion.rate(quote.bid, quote.ask)
    for (const position of open.values()) {
      if (without.has(position)) continue
      const profit = position.grossAt(position.long ? quote.bid : quote.ask) * rate
      if (worst && !(profit < least)) continue
      worst = position
      least = profit
    }
  }
  return worst
}
