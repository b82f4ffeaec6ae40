import { livePositions } from './account/live-positions.ts'
import type { MarketPositions } from './account/market-positions.ts'
import { orNull } from './positions/open-position.ts'
import type { Assembly } from './assemble.ts'
import type { PositionView } from './run-result.ts'

/** What is shown of a run in progress: cheap numbers, and its newest positions. */
export interface LiveNumbers {
  readonly time: number
  /** Of the traded market; null before its first price. */
  readonly bid: number | null
  readonly ask: number | null
  readonly equity: number
  readonly balance: number
  readonly openPositions: number
  readonly closedPositions: number
  /** The last ones that were closed, then the last ones that were opened. */
  readonly positions: readonly PositionView[]
}

export function liveNumbers({ account, clock }: Pick<Assembly, 'account' | 'clock'>): LiveNumbers {
  const { balance, openCount, closed, markets } = account
  const { bid, ask } = (markets[0] as MarketPositions).quote
  return {
    time: clock.time,
    bid: orNull(bid),
    ask: orNull(ask),
    equity: account.equity(),
    balance,
    openPositions: openCount,
    closedPositions: closed.total,
    positions: livePositions(account),
  }
}
