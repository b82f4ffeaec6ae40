import type { AlgorithmTotals, BacktestAnalysis } from '@tradeloom/contracts'
import { type ListedInstrument, tidy } from '@tradeloom/domain'
import { type ClosedPosition, computeAnalysis, type MetricInput } from '@tradeloom/metrics'
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { PositionsService } from '../trading/positions.service.ts'
import type { AnalyzedOf, AnalyzedPosition, SessionAnalysesRepository } from './session-analyses.repository.ts'
import { withoutTransfers } from './without-transfers.ts'
import type { SessionsRepository } from './sessions.repository.ts'

interface SessionAnalysesParts {
  readonly repository: SessionAnalysesRepository
  readonly sessions: Pick<SessionsRepository, 'get' | 'equity' | 'transfers'>
  readonly algorithms: Pick<AlgorithmsService, 'get'>
  readonly positions: Pick<PositionsService, 'unrealisedOfSessions'>
  readonly listings: () => Promise<readonly ListedInstrument[]>
  readonly now: () => number
}

const MAX_POSITIONS = 100_000
const CURVE_POINTS = 2_000
const DAY_MS = 86_400_000

/** What sessions have made, as series over time and by groups of positions: everybody sees their own. */
export class SessionAnalyses {
  readonly #parts: SessionAnalysesParts

  constructor(parts: SessionAnalysesParts) {
    this.#parts = parts
  }

  async ofSession(id: string, userId: string): Promise<BacktestAnalysis> {
    const { repository, sessions, now } = this.#parts
    const row = await sessions.get(id, userId)
    if (!row) throw notFound('Session')
    const [closed, days, points, transfers] = await Promise.all([
      this.#closed(userId, { sessionId: id }),
      repository.days(id),
      sessions.equity(id, CURVE_POINTS),
      sessions.transfers(id),
    ])
    const { started, stopped, initialBalance, instrumentId } = row
    const period = { start: started.getTime(), end: stopped?.getTime() ?? now(), initialBalance }
    const calendar = await this.#calendar([instrumentId])
    return computeAnalysis({
      ...UNKNOWN,
      ...period,
      ...equityOf(withoutTransfers(days === null ? [] : points, transfers), withoutTransfers(days ?? [], transfers)),
      calendar,
      closed,
    })
  }

  async ofAlgorithm(algorithmId: string, userId: string): Promise<BacktestAnalysis> {
    const { now } = this.#parts
    const { firstStart } = await this.#sum(algorithmId, userId)
    const closed = await this.#closed(userId, { algorithmId })
    const calendar = await this.#calendar([...new Set(closed.map(({ instrumentId }) => instrumentId))])
    const end = now()
    const start = firstStart === null ? end : new Date(firstStart).getTime()
    // Its sessions have balances of their own: there is no common one, and no curve.
    return computeAnalysis({ ...UNKNOWN, ...equityOf([], []), start, end, initialBalance: 0, calendar, closed })
  }

  async totals(algorithmId: string, userId: string): Promise<AlgorithmTotals> {
    const { repository, positions } = this.#parts
    const { activeSessions, endedSessions, currencies, openIds } = await this.#sum(algorithmId, userId)
    const [sum, open] = await Promise.all([
      repository.sumOfPositions(userId, algorithmId),
      positions.unrealisedOfSessions(openIds),
    ])
    const total = (name: 'profit' | 'pips'): number =>
      tidy([...open.values()].reduce((all, values) => all + values[name], 0))
    return {
      activeSessions,
      endedSessions,
      currency: currencies[0] ?? null,
      ...sum,
      realizedProfit: tidy(sum.realizedProfit),
      realizedPips: tidy(sum.realizedPips),
      unrealizedProfit: total('profit'),
      unrealizedPips: total('pips'),
    }
  }

  async #sum(algorithmId: string, userId: string) {
    const { algorithms, repository } = this.#parts
    const { readOnly } = await algorithms.get(algorithmId, userId)
    if (readOnly) throw notFound('Algorithm')
    const sum = await repository.sumOfSessions(userId, algorithmId)
    const { currencies } = sum
    if (currencies.length > 1)
      throw conflict(`Its sessions trade in ${currencies.join(', ')}, which cannot be added up`)
    return sum
  }

  async #closed(userId: string, of: AnalyzedOf): Promise<(ClosedPosition & { instrumentId: string })[]> {
    const rows = await this.#parts.repository.closedPositions(userId, of, MAX_POSITIONS + 1)
    if (rows.length > MAX_POSITIONS) {
      throw new AppError('limit', 'too-many-positions', `More than ${MAX_POSITIONS} positions cannot be analyzed`)
    }
    return rows.map(closedOf)
  }

  /** Weekends count unless all of the markets rest. */
  async #calendar(instrumentIds: readonly string[]): Promise<MetricInput['calendar']> {
    const listings = await this.#parts.listings()
    const rests = instrumentIds.every((id) => listings.find((one) => one.id === id)?.calendar === 'forex')
    return rests ? 'forex' : 'always'
  }
}

/** What an analysis does not use. */
const UNKNOWN = {
  balance: NaN,
  maxDrawdown: NaN,
  maxDrawdownFraction: NaN,
  ruined: false,
  openPositions: [],
  benchmark: null,
  benchmarkStart: null,
  quality: null,
  trials: null,
} as const

interface Point {
  readonly time: number
  readonly equity: number
}

/** The curve, and its days with the one that has not ended yet. */
function equityOf(points: readonly Point[], days: readonly Point[]): Pick<MetricInput, 'curve' | 'days' | 'equity'> {
  const last = points.at(-1)
  const isWithin = last !== undefined && last.time > (days.at(-1)?.time ?? -Infinity)
  const today = isWithin ? [{ time: Math.ceil(last.time / DAY_MS) * DAY_MS, equity: last.equity }] : []
  const columns = (all: readonly Point[]) => ({
    time: all.map(({ time }) => time),
    equity: all.map(({ equity }) => equity),
  })
  return { curve: columns(points), days: columns([...days, ...today]), equity: last?.equity ?? NaN }
}

function closedOf({ openTime, closeTime, interest, profit, pips, ...terms }: AnalyzedPosition) {
  const times = { openTime: openTime.getTime(), closeTime: closeTime.getTime() }
  return { ...NO_DETAILS, ...terms, ...times, swapCost: interest, profit: tidy(profit), pips: tidy(pips) }
}

const NO_DETAILS = {
  notional: null,
  equityAtEntry: null,
  risk: null,
  mae: null,
  mfe: null,
  maePips: null,
  mfePips: null,
} as const
