import { randomInt } from 'node:crypto'
import {
  MAX_LISTED_SESSIONS,
  newTradingSession,
  type ClosedPositions,
  type SessionCharts,
  type SessionLog,
  type SessionLogDays,
  type SessionLogLine,
  type TradingOrder,
  type TradingPosition,
  type TradingPositionNeighbor,
  type TradingPositionWindow,
  type TradingSession,
} from '@tradeloom/contracts'
import { type AccountRow, newId, specHash } from '@tradeloom/database'
import { accountsFor, intervalProblem, type ListedInstrument, sessionIntervals, tidy } from '@tradeloom/domain'
import { spotMarketProblem } from '@tradeloom/domain/orders'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { analyzeScript } from '@tradeloom/script'
import type { z } from 'zod'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError, conflict, invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { completeExternals } from '../runs/check-settings.ts'
import { type AccountProcesses, NOT_GUARDED } from '../trading/account-processes.ts'
import type { AccountsService } from '../trading/accounts.service.ts'
import type { PositionsService } from '../trading/positions.service.ts'
import type { SourceSeries } from '../sources/source-series.ts'
import { sessionSpec } from './session-spec.ts'
import { withoutTransfers } from './without-transfers.ts'
import type { FiguresOfSessions } from './session-figures.ts'
import { viewLine } from './session-views.ts'
import type { SessionRow, SessionsRepository } from './sessions.repository.ts'

type NewSession = z.output<typeof newTradingSession>

/** The process that runs sessions, as the server sees it. */
export interface SessionsConnection {
  /** Starts it if it does not run. */
  wake(): void
  readonly channel: string
}

export interface SessionsParts {
  readonly repository: SessionsRepository
  readonly figures: FiguresOfSessions
  readonly algorithms: Pick<AlgorithmsService, 'visibleVersion' | 'get'>
  readonly accounts: Pick<AccountsService, 'traded' | 'requireInPackage'>
  readonly positions: PositionsService
  readonly series: Pick<SourceSeries, 'forSession'>
  readonly listings: () => Promise<readonly ListedInstrument[]>
  readonly rightsOf: (userId: string) => Promise<Rights>
  readonly process: SessionsConnection
  /** Those that execute the orders of accounts. */
  readonly processes: Pick<AccountProcesses, 'ensure' | 'ensureGuarded'>
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
}

const NOT_CONNECTED = 'Cannot start session - broker not connected'
const TAIL_LINES = 200
const LOG_LINES = 5_000
const CHART_POINTS = 2_000
const DAY_MS = 86_400_000

/** Live sessions of users: everybody sees and stops their own, and those on their accounts. */
export class SessionsService {
  readonly #parts: SessionsParts

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  async ofAlgorithm(algorithmId: string, userId: string): Promise<TradingSession[]> {
    await this.#parts.algorithms.get(algorithmId, userId)
    const rows = await this.#parts.repository.ofAlgorithm(algorithmId, userId, MAX_LISTED_SESSIONS)
    return this.#parts.figures.views(rows, userId)
  }

  async active(userId: string): Promise<TradingSession[]> {
    const { repository, figures } = this.#parts
    return figures.views(await repository.active(userId, MAX_LISTED_SESSIONS), userId)
  }

  async ended(userId: string): Promise<TradingSession[]> {
    const { repository, figures } = this.#parts
    return figures.views(await repository.ended(userId, MAX_LISTED_SESSIONS), userId)
  }

  async get(id: string, userId: string): Promise<TradingSession> {
    const [view] = await this.#parts.figures.views([await this.#stored(id, userId)], userId)
    return view as TradingSession
  }

  async create(algorithmId: string, wanted: NewSession, userId: string): Promise<TradingSession> {
    const { repository, rightsOf, process, now } = this.#parts
    if (wanted.algorithmId !== algorithmId) throw invalid('It names another algorithm than its address', 'algorithmId')
    const accepted = await this.#accept(wanted, userId)
    const { liveTradingSessions } = await rightsOf(userId)
    const available = liveTradingSessions - (await repository.runningCount(userId))
    if (available <= 0) throw new AppError('forbidden', 'no-sessions', 'You have 0 sessions available')
    await this.#parts.accounts.requireInPackage(accepted.account)
    const reads = analyzeScript(accepted.version.script).series
    const sources = await this.#parts.series.forSession(reads, now(), userId)
    await this.#connect(accepted.account, userId)
    const { version, algorithmName, instrument, account, externals } = accepted
    const started = now()
    const initialBalance = account.balance
    const settings = { instrument, interval: wanted.interval, externals, initialBalance }
    const { currency: accountCurrency, model } = account
    const more = { accountCurrency, model, start: started, seed: randomInt(2 ** 31) }
    const spec = await sessionSpec({ ...settings, ...more, sources }, await this.#parts.listings())
    const id = newId(started)
    const { brokerConnectionId, brokerAccountId, algorithmVersionId, interval, inFlight, resume } = wanted
    const named = { id, userId, algorithmId, algorithmVersionId, algorithmName, brokerConnectionId, brokerAccountId }
    const chosen = { instrumentId: instrument.id, interval, externals, inFlight, resume, initialBalance }
    const begins = { started: new Date(started), spec, specHash: specHash(spec, version.scriptHash) }
    await repository.insert({ ...named, ...chosen, ...begins, engineVersion: ENGINE_VERSION }, process.channel)
    process.wake()
    return this.get(id, userId)
  }

  /** Waits until orders of an account can be executed: it is connected, compared with its venue, and guarded. */
  async #connect({ id, venue, connectionId }: AccountRow, userId: string): Promise<void> {
    const { accounts, processes } = this.#parts
    const isConnected = await processes.ensure({ venue, connectionId })
    // The attempt may have found out why.
    const stored = await accounts.traded(id, userId)
    const { broker, connectionError } = stored.connection
    if (!isConnected) {
      const message = connectionError === null ? NOT_CONNECTED : `Could not connect to ${broker} - ${connectionError}`
      throw new AppError('venue-unavailable', 'broker-not-connected', message)
    }
    if (!(await processes.ensureGuarded(stored))) throw conflict(NOT_GUARDED)
  }

  /** Everything that must be right before a session can start. */
  async #accept(wanted: NewSession, userId: string) {
    const { algorithms, accounts, listings, repository } = this.#parts
    const { algorithmId, algorithmVersionId, instrumentId, interval } = wanted
    const { version, isOwner } = await algorithms.visibleVersion(algorithmId, algorithmVersionId, userId)
    if (!isOwner) throw new AppError('forbidden', 'not-own', 'Please clone this algorithm first to trade it')
    const { account, connection } = await accounts.traded(wanted.brokerAccountId, userId)
    if (account.connectionId !== wanted.brokerConnectionId) {
      throw invalid('The account belongs to another connection', 'brokerConnectionId')
    }
    const instrument = (await listings()).find((one) => one.id === instrumentId)
    if (!instrument || instrument.status !== 'active') throw invalid('Instrument not available', 'instrumentId')
    if (accountsFor([{ ...connection, model: account.model }], instrument).length === 0) {
      throw invalid(`This account does not trade ${instrument.id}`, 'brokerAccountId')
    }
    refuseInput(await repository.marketProblem(account, instrumentId), 'instrumentId')
    if (account.model === 'spot') refuseInput(spotMarketProblem(instrument, account), 'instrumentId')
    refuseInput(intervalProblem(interval, 0), 'interval')
    if (!sessionIntervals(instrument.broker).includes(interval)) {
      throw invalid(`Sessions on ${instrument.exchangeName} have no interval ${interval}`, 'interval')
    }
    const externals = completeExternals(version.externals, wanted.externals)
    const unset = version.externals.filter(({ name }) => externals[name] === undefined).map(({ name }) => name)
    // A backtest may go on without; money is not put on a script that computes with nothing.
    if (unset.length > 0) throw invalid(`Externals value not set: ${unset.join(', ')}`, 'externals')
    const [other] = version.markets
    if (other !== undefined)
      throw invalid(`The script opens ${other}; a session trades one instrument`, 'algorithmVersionId')
    const { name: algorithmName } = await algorithms.get(algorithmId, userId)
    return { version, algorithmName, account, instrument, externals }
  }

  async update(
    id: string,
    { status, statusDetail }: { readonly status: string; readonly statusDetail: string | null },
    userId: string,
  ): Promise<TradingSession> {
    const { repository, process, installation, now } = this.#parts
    if (status !== 'Stopped') throw invalid('A session can only be stopped', 'status')
    const row = await this.#stored(id, userId)
    if (row.status !== 'Active') throw conflict(`This session has ended already: ${row.status}`)
    const isStopped = await repository.stop(id, userId, {
      detail: statusDetail,
      channel: process.channel,
      installation,
      now,
    })
    if (!isStopped) throw conflict('This session has ended already')
    return this.get(id, userId)
  }

  async openPositions(id: string, userId: string): Promise<TradingPosition[]> {
    await this.#stored(id, userId)
    return this.#parts.positions.openOfSession(id)
  }

  async closedPositions(
    id: string,
    page: { readonly limit: number; readonly offset: number },
    userId: string,
  ): Promise<ClosedPositions> {
    await this.#stored(id, userId)
    return this.#parts.positions.closed(userId, { ...page, sessionId: id })
  }

  async positionWindow(
    id: string,
    period: { readonly start: string; readonly end: string; readonly limit: number },
    userId: string,
  ): Promise<TradingPositionWindow> {
    await this.#stored(id, userId)
    return this.#parts.positions.window({ sessionId: id }, period, userId)
  }

  async positionNeighbor(
    id: string,
    place: { readonly time: number; readonly direction: 'next' | 'previous' },
    userId: string,
  ): Promise<TradingPositionNeighbor> {
    await this.#stored(id, userId)
    return this.#parts.positions.neighbor({ sessionId: id }, place, userId)
  }

  async orders(id: string, limit: number, userId: string): Promise<TradingOrder[]> {
    await this.#stored(id, userId)
    return this.#parts.positions.orders(userId, limit, id)
  }

  /** Of one day in UTC if it is named. */
  async log(id: string, day: string | undefined, userId: string): Promise<SessionLog> {
    await this.#stored(id, userId)
    const { repository } = this.#parts
    if (day === undefined) {
      const lines = (await repository.log(id, LOG_LINES)).map(viewLine)
      return { lines, dropped: lines[0]?.n ?? 0 }
    }
    const { rows, count } = await repository.logOfDay(id, day, LOG_LINES)
    return { lines: rows.map(viewLine), dropped: count - rows.length }
  }

  async logDays(id: string, userId: string): Promise<SessionLogDays> {
    await this.#stored(id, userId)
    return this.#parts.repository.logDays(id)
  }

  async charts(id: string, userId: string): Promise<SessionCharts> {
    const { repository, now } = this.#parts
    const { started: startedAt, initialBalance } = await this.#stored(id, userId)
    const started = startedAt.getTime()
    const [points, recorded, transfers] = await Promise.all([
      repository.cumulativeProfit(id, CHART_POINTS),
      repository.equity(id, CHART_POINTS),
      repository.transfers(id),
    ])
    const equity = withoutTransfers(recorded, transfers)
    // The record begins with its first minute.
    const total = equity.length > 0 ? equity : [{ time: started, equity: initialBalance }]
    const time = [started, ...points.map((point) => point.time.getTime())]
    const profit = [0, ...points.map((point) => tidy(point.profit))]
    return {
      start: Math.min(started, now() - DAY_MS),
      cumulativeProfit: { time, profit },
      totalProfit: {
        time: total.map((point) => point.time),
        profit: total.map((point) => tidy(point.equity - initialBalance)),
      },
    }
  }

  async tailLog(id: string, userId: string): Promise<SessionLogLine[]> {
    await this.#stored(id, userId)
    return (await this.#parts.repository.log(id, TAIL_LINES)).map(viewLine)
  }

  async #stored(id: string, userId: string): Promise<SessionRow> {
    const row = await this.#parts.repository.get(id, userId)
    if (!row) throw notFound('Session')
    return row
  }
}
