import type { TradingSession } from '@tradeloom/contracts'
import type { PositionsService } from '../trading/positions.service.ts'
import { type SessionFigures, viewSession } from './session-views.ts'
import type { SessionRow, SessionsRepository } from './sessions.repository.ts'

/** What sessions have made, as their owners see it. */
export class FiguresOfSessions {
  readonly #repository: Pick<SessionsRepository, 'booked'>
  readonly #positions: Pick<PositionsService, 'unrealisedOfSessions'>

  constructor(
    repository: Pick<SessionsRepository, 'booked'>,
    positions: Pick<PositionsService, 'unrealisedOfSessions'>,
  ) {
    this.#repository = repository
    this.#positions = positions
  }

  /** Of one user. */
  async views(rows: readonly SessionRow[]): Promise<TradingSession[]> {
    const [first] = rows
    const ids = rows.filter(isReadFromBooks).map(({ id }) => id)
    if (!first || ids.length === 0) return rows.map((row) => viewSession(row, figuresOf(row)))
    const [booked, unrealised] = await Promise.all([
      this.#repository.booked(ids),
      this.#positions.unrealisedOfSessions(ids, first.userId),
    ])
    return rows.map((row) => {
      if (!isReadFromBooks(row)) return viewSession(row, figuresOf(row))
      const found = booked.get(row.id) ?? NOTHING
      return viewSession(row, { ...found, unrealisedProfit: unrealised.get(row.id)?.profit ?? 0 })
    })
  }
}

const NOTHING = { openPositionCount: 0, closedPositionCount: 0, totalProfit: 0, lastClose: null }

/** Positions of a session that has ended are closed without it, and a script that began anew knows only what came since. */
function isReadFromBooks({ status, resume }: SessionRow): boolean {
  return status !== 'Active' || resume === 'fresh'
}

/** As its script knows them. */
function figuresOf({
  openPositionCount,
  closedPositionCount,
  totalProfit,
  unrealisedProfit,
}: SessionRow): SessionFigures {
  return { openPositionCount, closedPositionCount, totalProfit, unrealisedProfit, lastClose: null }
}
