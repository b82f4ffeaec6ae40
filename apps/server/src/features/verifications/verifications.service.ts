import type { ExportedBacktest, Verification } from '@tradeloom/contracts'
import { type Drizzle, newId } from '@tradeloom/database'
import { lengthProblem } from '@tradeloom/domain'
import { exportProblem } from '@tradeloom/market-data'
import type { Rights } from '../../platform/auth/rights.ts'
import { conflict, invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { checkScript, scriptHash } from '../algorithms/check-script.ts'
import type { BacktestsService } from '../backtests/backtests.service.ts'
import { checkRights } from '../runs/check-rights.ts'
import { packJson } from '../../platform/results/packed-json.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { checkSeal } from '../lineages/check-seal.ts'
import type { Repeatable, VerificationRow, VerificationsRepository } from './verifications.repository.ts'
import { verifyBacktest } from './verify-backtest.job.ts'
import { requireRoom } from '../runs/run-table.ts'
import { viewVerification } from './view-verification.ts'

/** Waiting verifications of one user. */
const MAX_PENDING = 20
const LISTED = 20

interface VerificationsDeps {
  readonly db: Drizzle
  readonly repository: VerificationsRepository
  readonly backtests: Pick<BacktestsService, 'own'>
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add'>
  readonly disk: Pick<DiskReserve, 'require'>
  readonly rightsOf: (userId: string) => Promise<Rights>
}

/** Starts and lists verifications of their user. */
export class VerificationsService {
  readonly #deps: VerificationsDeps

  constructor(deps: VerificationsDeps) {
    this.#deps = deps
  }

  async verify(backtestId: string, userId: string): Promise<Verification> {
    const { row: backtest, algorithmName } = await this.#deps.backtests.own(backtestId, userId)
    if (backtest.status !== 'Completed' || backtest.resultHash === null) {
      throw conflict('Only a completed backtest can be verified')
    }
    return this.#start({ userId, backtestId, name: algorithmName, bundle: null })
  }

  /** Verifies a backtest of another installation. */
  async verifyFile(file: ExportedBacktest, userId: string): Promise<Verification> {
    const { market, rightsOf } = this.#deps
    const problem = exportProblem(file)
    if (problem !== null) throw invalid(problem)
    checkScript(file.script)
    const { instrumentId, resolution } = file.settings
    const [start, end] = [new Date(file.settings.start), new Date(file.settings.end)]
    refuseInput(lengthProblem(start.getTime(), end.getTime()), 'end')
    const instrument = await market.find(instrumentId, userId)
    // Without its prices, the verification says that they are missing.
    if (instrument) {
      checkRights(await rightsOf(userId), { resolution, start, end, instrument }, Date.now())
    }
    const run = { algorithmId: null, scriptHash: scriptHash(file.script), userId, end }
    await this.#deps.db.transaction((tx) => checkSeal(tx, run))
    return this.#start({ userId, backtestId: null, name: file.name, bundle: await packJson(file) })
  }

  /** A run of the user to repeat elsewhere; null without a result. */
  async repeatable(backtestId: string, userId: string): Promise<Repeatable | null> {
    await this.#deps.backtests.own(backtestId, userId)
    return this.#deps.repository.repeatable(backtestId)
  }

  async list(backtestId: string, userId: string): Promise<Verification[]> {
    await this.#deps.backtests.own(backtestId, userId)
    return (await this.#deps.repository.ofBacktest(backtestId, LISTED)).map(viewVerification)
  }

  /** The newest one that has ended. */
  async latest(backtestId: string, userId: string): Promise<Verification | null> {
    await this.#deps.backtests.own(backtestId, userId)
    return this.#latestEnded(backtestId)
  }

  /** Of a run that the caller may see: without the reason of a failure, which is for its owner. */
  async sharedLatest(backtestId: string): Promise<Verification | null> {
    const latest = await this.#latestEnded(backtestId)
    return latest && { ...latest, detail: null }
  }

  async #latestEnded(backtestId: string): Promise<Verification | null> {
    const rows = await this.#deps.repository.ofBacktest(backtestId, LISTED)
    const ended = rows.find(({ endedAt }) => endedAt !== null)
    return ended === undefined ? null : viewVerification(ended)
  }

  async own(id: string, userId: string): Promise<Verification> {
    const row = await this.#deps.repository.find(id)
    if (row?.userId !== userId) throw notFound('Verification')
    return viewVerification(row)
  }

  async #start(
    row: Pick<VerificationRow, 'userId' | 'backtestId' | 'name'> & { readonly bundle: Buffer | null },
  ): Promise<Verification> {
    const { db, repository, jobs, disk } = this.#deps
    await disk.require()
    requireRoom({ name: 'verification' }, await repository.pendingOf(row.userId), MAX_PENDING)
    const id = newId()
    await db.transaction(async (tx) => {
      if (!(await repository.insert(tx, { ...row, id }))) throw conflict('This backtest is being verified already')
      await jobs.add(tx, verifyBacktest, { id, tenant: row.userId, data: {} })
    })
    return this.own(id, row.userId)
  }
}
