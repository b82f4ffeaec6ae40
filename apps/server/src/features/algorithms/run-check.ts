import type { Bus } from '@tradeloom/bus'
import type { VersionCheckChange } from '@tradeloom/contracts'
import type { MarketReaders } from '@tradeloom/market-data'
import type { RunnerPool } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { publishTo } from './algorithm-message.ts'
import { viewCheck } from './algorithm-views.ts'
import { checkMarket } from './check-market.ts'
import { type EndedCheck, notRun, readReport, type SandboxReport, verdictOf } from './check-verdict.ts'
import type { ChecksRepository, TakenCheck } from './checks.repository.ts'

export interface RunCheckDeps {
  readonly repository: ChecksRepository
  readonly pool: Pick<RunnerPool, 'check'>
  readonly store: MarketReaders
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
}

/** Checks a version on the market of its newest backtest, and also on a simulated one if that is inconclusive. */
export async function runCheck(
  taken: TakenCheck,
  deps: RunCheckDeps,
  signal: AbortSignal,
): Promise<{ readonly ended: EndedCheck; readonly lost: string | null }> {
  const { repository, pool, store } = deps
  const usual = await repository.usualSettings(taken)
  const { externals, interval, lastRun } = usual
  const { script: source, indicators, userId: tenant } = taken
  const onStart = (): void => void begin(taken, deps)
  const account = lastRun ? { initialBalance: lastRun.initialBalance } : {}
  const request = { tenant, source, indicators, externals, interval, ...account, signal, onStart }
  const market = await checkMarket(store.forOwner(taken.userId), { ...usual, script: taken.script })
  const first = await pool.check({ ...request, ...(market ? { market } : {}) })
  const report = readReport(first)
  // On a market simulated to fit the script, it may trade more: few entries on real prices show little.
  const wantsMore = market && typeof report !== 'string' && report.isThin && report.findings.length === 0
  const second = wantsMore ? await pool.check(request) : null
  const lost = [first, second].find((outcome) => outcome?.status === 'failed')
  return {
    ended: joined(report, second && readReport(second)),
    lost: lost?.status === 'failed' ? lost.error.message : null,
  }
}

/** Tells the owner that the check does not wait any more. Without that, it only seems to wait longer. */
async function begin(taken: TakenCheck, deps: RunCheckDeps): Promise<void> {
  try {
    await deps.repository.begin(taken.id)
    await publishCheck(deps, taken)
  } catch (error) {
    deps.logger.debug({ err: error, version: taken.id }, 'the start of a check could not be stored')
  }
}

/** Sends the current check to the owner. */
export async function publishCheck(
  { repository, bus }: RunCheckDeps,
  { id, algorithmId, userId }: TakenCheck,
): Promise<void> {
  const row = await repository.find(id)
  if (!row) return
  const data: VersionCheckChange = { algorithmId, versionId: id, check: viewCheck(row) }
  publishTo(bus)(userId, { event: 'version-check', data })
}

/** An inconclusive second check does not invalidate the first. */
function joined(first: SandboxReport | string, second: SandboxReport | string | null): EndedCheck {
  if (typeof first === 'string') return notRun(first)
  if (typeof second === 'string') return verdictOf([first], `On simulated data: ${second}`)
  return verdictOf(second ? [first, second] : [first], null)
}
