import type { PositionView } from '../run-result.ts'
import type { Account } from './account.ts'
import type { OpenPosition } from '../positions/open-position.ts'

/** The newest of each: a run may have tens of thousands. */
const MAX_CLOSED = 50
const MAX_OPEN = 20

/** Positions while a run is in progress: those closed last, oldest first, then those opened last. */
export function livePositions(account: Pick<Account, 'markets' | 'closed' | 'marketOf'>): PositionView[] {
  const { closed, markets } = account
  const views: PositionView[] = []
  for (let row = Math.max(0, closed.count - MAX_CLOSED); row < closed.count; row++) views.push(closed.view(row))
  const open: OpenPosition[] = []
  for (const market of markets) open.push(...[...market.open.values()].slice(-MAX_OPEN))
  const newest = open.toSorted((a, b) => a.id - b.id).slice(-MAX_OPEN)
  return [...views, ...newest.map((position) => account.marketOf(position).view(position))]
}
