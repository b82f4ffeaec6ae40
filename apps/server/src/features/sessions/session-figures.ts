import type { TradingSession } from '@tradeloom/contracts'
import type { PositionsService } from '../trading/positions.service.ts'
import { viewSession } from './session-views.ts'
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

  /** Of one user: the sums of the rows of their positions. */
  async views(rows: readonly SessionRow[]): Promise<TradingSession[]> {
    const [first] = rows
    if (!first) return []
    const ids = rows.map(({ id }) => id)
    const [booked, unrealised] = await Promise.all([
      this.#repository.booked(ids),
      this.#positions.unrealisedOfSessions(ids, first.userId),
    ])
    return rows.map((row) =>
      viewSession(row, {
        ...(booked.get(row.id) ?? NOTHING),
        unrealisedProfit: unrealised.get(row.id)?.profit ?? 0,
      }),
    )
  }
}

const NOTHING = { openPositionCount: 0, closedPositionCount: 0, realisedProfit: 0, lastClose: null }
