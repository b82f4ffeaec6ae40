import type { TradingSession } from '@tradeloom/contracts'
import type { PositionsService } from '../trading/positions.service.ts'
import { viewSession } from './session-views.ts'
import type { SessionRow, SessionsRepository } from './sessions.repository.ts'

/** What sessions have made, as whoever sees them reads it. */
export class FiguresOfSessions {
  readonly #repository: Pick<SessionsRepository, 'booked' | 'names'>
  readonly #positions: Pick<PositionsService, 'unrealisedOfSessions'>

  constructor(
    repository: Pick<SessionsRepository, 'booked' | 'names'>,
    positions: Pick<PositionsService, 'unrealisedOfSessions'>,
  ) {
    this.#repository = repository
    this.#positions = positions
  }

  /** The sums of the rows of their positions. Whoever asks has checked that the reader sees them. */
  async views(rows: readonly SessionRow[], readerId: string): Promise<TradingSession[]> {
    if (rows.length === 0) return []
    const others = new Set(rows.flatMap(({ userId }) => (userId === readerId ? [] : [userId])))
    const ids = rows.map(({ id }) => id)
    const [booked, unrealised, names] = await Promise.all([
      this.#repository.booked(ids),
      this.#positions.unrealisedOfSessions(ids),
      this.#repository.names([...others]),
    ])
    return rows.map((row) =>
      viewSession(row, {
        startedBy: names.get(row.userId) ?? null,
        ...(booked.get(row.id) ?? NOTHING),
        unrealisedProfit: unrealised.get(row.id)?.profit ?? 0,
      }),
    )
  }
}

const NOTHING = { openPositionCount: 0, closedPositionCount: 0, realisedProfit: 0, lastClose: null }
