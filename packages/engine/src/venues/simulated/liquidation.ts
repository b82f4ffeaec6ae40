import type { Account } from '../../account/account.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { Clock } from '../../market/clock.ts'
import type { MarginWatch } from '../../ports/margin-watch.ts'
import type { RunLog } from '../../record/run-log.ts'

export interface LiquidationContext {
  readonly clock: Clock
  readonly account: Account
  readonly log: RunLog
}

/** The market of a position that may be liquidated. */
export interface LiquidationMarket {
  /** Whether a position can be liquidated now: the market is open and has a price. */
  canLiquidate(): boolean
  liquidate(position: OpenPosition): void
  /** Margin was checked: the next price may have to be matched, whatever it is. */
  refresh(): void
}

/** What the simulated broker does if the account lacks margin: a margin call, then liquidation. */
export class Liquidation implements MarginWatch {
  /** Whether used margin exceeds equity. */
  isCalled = false
  readonly #context: LiquidationContext
  #markets: readonly LiquidationMarket[] = []

  constructor(context: LiquidationContext) {
    this.#context = context
  }

  /** Sets the markets of the account. Call it once, before the first price. */
  connect(markets: readonly LiquidationMarket[]): void {
    this.#markets = markets
  }

  /** Whether equity at the current prices is too little for what comes next: a margin call, or after that a closeout. */
  isShort(): boolean {
    const { account } = this.#context
    return this.isCalled ? isClosedOut(account) : isMarginCalled(account)
  }

  /** Call it before orders are filled at a place on a path: the call may have ended on the way there. */
  seeRecovery(): void {
    if (this.isCalled) this.isCalled = isMarginCalled(this.#context.account)
  }

  /** Logs a margin call, and closes positions while equity does not cover half of the used margin. */
  check(): void {
    const { account, clock, log } = this.#context
    if (!this.isCalled && isMarginCalled(account)) {
      account.marginRecord.called()
      log.write(clock.time, 'warning', 'Margin call: more margin is used than there is equity')
    }
    this.#liquidate()
    this.isCalled = isMarginCalled(account)
    for (const market of this.#markets) market.refresh()
  }

  /** The largest loss first, among markets that are open and have a price. */
  #liquidate(): void {
    const { account, clock, log } = this.#context
    const stuck = new Set<OpenPosition>()
    while (account.openCount > stuck.size) {
      if (!isClosedOut(account)) return
      const position = largestLoss(account, stuck)
      if (!position) return
      const market = this.#markets[position.market]
      if (market?.canLiquidate() !== true) {
        stuck.add(position)
        continue
      }
      log.write(clock.time, 'warning', `Margin close-out of position ${position.id}`)
      market.liquidate(position)
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
