import type { Quote } from '../../market/quote.ts'
import type { OpenPosition } from '../../account/open-position.ts'
import type { Portfolio } from '../../account/portfolio.ts'
import type { RunLog } from '../../record/run-log.ts'
import type { Fills } from './fills.ts'

export interface LiquidationContext {
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly fills: Fills
  readonly log: RunLog
}

/** More margin is used than there is equity. */
export function isMarginCalled({ quote, portfolio }: Pick<LiquidationContext, 'quote' | 'portfolio'>): boolean {
  const { bid, ask } = quote
  return portfolio.openCount > 0 && !(portfolio.equityAt(bid, ask) > portfolio.marginAt(bid, ask))
}

/** Closes positions, the largest loss first, while half of the used margin is not covered by equity. */
export function liquidate({ quote, portfolio, fills, log }: LiquidationContext): void {
  const { bid, ask, time } = quote
  while (portfolio.openCount > 0) {
    if (!(portfolio.equityAt(bid, ask) <= portfolio.marginAt(bid, ask) / 2)) return
    let worst: OpenPosition | null = null
    for (const position of portfolio.open.values()) {
      if (!worst || profitOf(position, bid, ask) < profitOf(worst, bid, ask)) worst = position
    }
    if (!worst) return
    log.write(time, 'warning', `Margin close-out of position ${worst.id}`)
    const price = worst.long ? bid : ask
    fills.close(worst, { price, halfSpread: (ask - bid) / 2, isMaker: false, slips: true }, 'margin')
    fills.margin.closedOut(time, portfolio.openCount)
  }
}

function profitOf(position: OpenPosition, bid: number, ask: number): number {
  return position.grossAt(position.long ? bid : ask)
}
