import type {
  ClosedPositions,
  Execution,
  PositionCustody,
  TradingOrder,
  TradingPosition,
  TradingPositionNeighbor,
  TradingPositionWindow,
} from '@tradeloom/contracts'
import { AccountLedger, type Drizzle, type FillRow } from '@tradeloom/database'
import { tidy } from '@tradeloom/domain'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors/app-error.ts'
import { ownersOnly } from './accounts.service.ts'
import { CustodyRepository } from './custody.repository.ts'
import type { PositionsOf, StoredIntent, TradingRepository } from './trading.repository.ts'
import type { StoredOrder, StoredPosition } from './stored-rows.ts'
import { viewCustody, viewExecution, viewIntent, viewOrder, viewPosition } from './trading-views.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'

/** How long a refused order is in the list of orders. */
const DAY_MS = 86_400_000

export interface PositionsParts {
  readonly db: Drizzle
  readonly repository: TradingRepository
  readonly valuation: Valuation
  readonly now: () => number
}

interface Period {
  readonly start: string
  readonly end: string
  readonly limit: number
}

interface Place {
  readonly time: number
  readonly direction: 'next' | 'previous'
}

interface Unrealised {
  readonly profit: number
  readonly pips: number
}

/** Positions and orders of the accounts that a user sees. */
export class PositionsService {
  readonly #parts: PositionsParts
  readonly #custody: CustodyRepository

  constructor(parts: PositionsParts) {
    this.#parts = parts
    this.#custody = new CustodyRepository(parts.db)
  }

  async open(userId: string): Promise<TradingPosition[]> {
    return this.#views(await this.#parts.repository.openPositions(userId))
  }

  /** Whoever asks has checked who sees it. */
  async openOfSession(sessionId: string): Promise<TradingPosition[]> {
    return this.#views(await this.#parts.repository.openPositionsOfSessions([sessionId]), valuedAt)
  }

  /** What the open positions of sessions make, by session: the sum of their rows. Whoever asks has checked who sees them. */
  async unrealisedOfSessions(sessionIds: readonly string[]): Promise<Map<string, Unrealised>> {
    const { repository, valuation } = this.#parts
    const sums = new Map<string, Unrealised>()
    for (const stored of await repository.openPositionsOfSessions(sessionIds)) {
      const { position, currency } = stored
      const id = position.sessionId as string
      const { profit, pips } = await valuation.valueOf(position, currency, valuedAt(stored))
      const sum = sums.get(id) ?? { profit: 0, pips: 0 }
      sums.set(id, { profit: sum.profit + tidy(profit), pips: sum.pips + pips })
    }
    return sums
  }

  /** What was open in a period: all of it if it is little, else how many. */
  async window(of: PositionsOf, { start, end, limit }: Period, userId: string): Promise<TradingPositionWindow> {
    const period = { start: new Date(start), end: new Date(end), limit }
    if (period.start > period.end) throw invalid('The period ends before it starts', 'end')
    const { count, rows } = await this.#parts.repository.positionWindow(userId, of, period)
    return { count, positions: await this.#views(rows) }
  }

  async neighbor(of: PositionsOf, { time, direction }: Place, userId: string): Promise<TradingPositionNeighbor> {
    const found = await this.#parts.repository.positionNeighbor(userId, of, new Date(time), direction)
    const [position = null] = found ? await this.#views([found]) : []
    return { position }
  }

  async closed(userId: string, page: { limit: number; offset: number; sessionId?: string }): Promise<ClosedPositions> {
    const { repository } = this.#parts
    const [rows, totals] = await Promise.all([
      repository.closedPositions(userId, page),
      repository.totals(userId, page.sessionId),
    ])
    const sum = (name: Exclude<keyof (typeof totals)[number], 'currency'>): number =>
      tidy(totals.reduce((all, ofCurrency) => all + ofCurrency[name], 0))
    const meta = {
      profits: totals.map(({ currency, totalProfit }) => ({ currency, profit: tidy(totalProfit) })),
      totalProfit: sum('totalProfit'),
      positiveProfit: sum('positiveProfit'),
      negativeProfit: sum('negativeProfit'),
      totalMovement: sum('totalMovement'),
      positiveMovement: sum('positiveMovement'),
      negativeMovement: sum('negativeMovement'),
      closedPositionCount: sum('closedPositionCount'),
    }
    return { positions: await this.#views(rows), meta }
  }

  async ofAlgorithm(algorithmId: string, limit: number, userId: string): Promise<TradingPosition[]> {
    const { repository } = this.#parts
    if (!(await repository.ownsAlgorithm(userId, algorithmId))) throw notFound('Algorithm')
    return this.#views(await repository.positionsOfAlgorithm(userId, algorithmId, limit))
  }

  async get(id: string, userId: string): Promise<TradingPosition> {
    const [view] = await this.#views([await this.stored(id, userId)])
    if (!view) throw notFound('Position')
    return view
  }

  async stored(id: string, userId: string): Promise<StoredPosition> {
    const found = await this.#parts.repository.position(userId, id)
    if (!found) throw notFound('Position')
    return found
  }

  /** Hides a closed position; fills and journal keep it. */
  async hide(id: string, userId: string): Promise<void> {
    const { db, repository, now } = this.#parts
    const { position, owner } = await this.stored(id, userId)
    if (position.userId !== userId) throw forbidden(ownersOnly(owner))
    await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, position.accountId, now)
      const found = await repository.position(userId, id)
      if (!ledger || !found) throw notFound('Position')
      if (found.position.status === 'OPEN') throw conflict('An open position cannot be deleted')
      if (found.position.hiddenAt !== null) return
      const row = { ...found.position, hiddenAt: new Date(now()) }
      await ledger.record({ kind: 'HIDDEN', rows: [{ table: 'positions', row }] })
    })
  }

  /** Requests that the venue does not have yet come first, then active ones, then the newest. */
  async orders(userId: string, limit: number, sessionId?: string): Promise<TradingOrder[]> {
    const { repository, now } = this.#parts
    const [pending, refused, orders] = await Promise.all([
      repository.pendingIntents(userId),
      repository.refusedIntents(userId, new Date(now() - DAY_MS), limit),
      repository.orders(userId, limit, sessionId),
    ])
    const known = new Set(orders.map(({ order }) => order.intentId))
    const isWanted = ({ intent }: StoredIntent): boolean =>
      !known.has(intent.id) && (sessionId === undefined || intent.sessionId === sessionId)
    const view = async (found: readonly StoredIntent[]): Promise<TradingOrder[]> => {
      const viewed = await Promise.all(found.filter(isWanted).map((one) => this.viewIntent(one)))
      return viewed.filter((order) => order !== null)
    }
    const there = await Promise.all(orders.map((one) => this.viewOrder(one)))
    const others = [...there, ...(await view(refused))].toSorted(
      (a, b) => Number(isActive(b)) - Number(isActive(a)) || b.time - a.time,
    )
    return [...(await view(pending)), ...others].slice(0, limit)
  }

  async ordersOf(positionId: string, userId: string): Promise<TradingOrder[]> {
    const { position } = await this.stored(positionId, userId)
    const orders = await this.#parts.repository.ordersOfPosition(userId, position.partOf ?? position.id)
    return Promise.all(orders.map((one) => this.viewOrder(one)))
  }

  /** How a position was protected; a closed part was as its position was. */
  async custodyOf(positionId: string, userId: string): Promise<PositionCustody> {
    const { position } = await this.stored(positionId, userId)
    const id = position.partOf ?? position.id
    const stretches = await this.#custody.stretches(id)
    return {
      stretches: stretches.map((row) => ({ ...viewCustody(row), until: row.until?.getTime() ?? null })),
      days: await this.#custody.days(id, new Date(this.#parts.now())),
    }
  }

  async viewOrder(stored: StoredOrder): Promise<TradingOrder> {
    return viewOrder(stored, await this.#parts.valuation.symbol(stored.order.instrumentId))
  }

  /** Null for a request that is no order. */
  async viewIntent(stored: StoredIntent): Promise<TradingOrder | null> {
    return viewIntent(stored, await this.#parts.valuation.symbol(stored.intent.instrumentId))
  }

  async executions(userId: string, limit: number): Promise<Execution[]> {
    const fills = await this.#parts.repository.executions(userId, limit)
    return Promise.all(fills.map((fill) => this.viewExecution(fill)))
  }

  async viewExecution(fill: FillRow): Promise<Execution> {
    return viewExecution(fill, await this.#parts.valuation.symbol(fill.instrumentId))
  }

  /** `at`: the time at whose prices an open one is valued; null: now. */
  async #views(
    rows: readonly StoredPosition[],
    at: (stored: StoredPosition) => number | null = () => null,
  ): Promise<TradingPosition[]> {
    const { valuation } = this.#parts
    return Promise.all(
      rows.map(async (stored) =>
        viewPosition(
          stored,
          await valuation.valueOf(stored.position, stored.currency, at(stored)),
          await valuation.terms(stored.position.accountId),
        ),
      ),
    )
  }
}

function isActive({ status }: TradingOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED'
}

/** What a session has left open is no longer its doing: it counts with the prices of its stop. */
function valuedAt({ session }: StoredPosition): number | null {
  return session?.stopped?.getTime() ?? null
}
