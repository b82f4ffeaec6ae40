import type { OptimizationLuck } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import type { ComputedLuck, LuckColumns } from '@tradeloom/optimizer'
import { eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Ask } from '../../platform/processes/request-process.ts'
import { lineageTrials } from '../lineages/lineage-trials.ts'
import { optimizationHash } from './optimization-hash.ts'
import { readLuckColumns } from './read-luck-columns.ts'
import { viewLuck } from './view-luck.ts'

const { optimizationLuck, optimizations } = schema

type OptimizationRow = Omit<typeof schema.optimizations.$inferSelect, 'fullTables'>

/** Judges the rows of an optimization in a separate process. */
export type JudgeLuck = Ask<LuckColumns, ComputedLuck>

export interface OptimizationLuckDeps {
  readonly db: Drizzle
  readonly logger: FastifyBaseLogger
  /** The optimization if the viewer may see it, as all its other parts; throws otherwise. */
  readonly visible: (id: string, viewerId: string | null) => Promise<OptimizationRow>
  readonly judge: JudgeLuck
}

/** Small optimizations are judged while the request waits. */
const WAIT_MS = 1_000
/** While an optimization runs, judging it takes at most a tenth of the time. */
const SHARE = 10
const MIN_PAUSE_MS = 3_000

const NOTHING = {
  distinctTrials: 0,
  days: 0,
  lineageTrials: 0,
  best: null,
  luckiestSharpe: null,
  plateauIndex: null,
  medianIndex: null,
  edgeExternals: [],
  overfitting: null,
  isAdaptive: false,
  superiorAbility: null,
  realityCheck: null,
  sharpes: null,
  sensitivity: [],
} satisfies Omit<OptimizationLuck, 'state' | 'revision'>

/** How much of the best result of an optimization is luck: computed in a separate process, and kept per revision of its rows. */
export class OptimizationLuckService {
  readonly #deps: OptimizationLuckDeps
  readonly #underWay = new Map<string, Promise<void>>()
  /** Running optimizations: when they may be judged again. */
  readonly #pauses = new Map<string, number>()

  constructor(deps: OptimizationLuckDeps) {
    this.#deps = deps
  }

  async get(id: string, viewerId: string | null): Promise<OptimizationLuck> {
    const optimization = await this.#deps.visible(id, viewerId)
    if (optimization.done === 0 || optimization.daysPerYear === null)
      return { state: 'no-results', revision: 0, ...NOTHING }
    let kept = await this.#kept(id)
    if (!(kept && isCurrent(kept, optimization)) && this.#mayCompute(optimization)) {
      await Promise.race([this.#compute(optimization), new Promise((done) => setTimeout(done, WAIT_MS).unref())])
      kept = await this.#kept(id)
    }
    if (!kept) return { state: 'pending', revision: 0, ...NOTHING }
    const hash = await optimizationHash(this.#deps.db, optimization)
    const others = await lineageTrials(this.#deps.db, optimization.algorithmId, hash)
    return {
      state: isCurrent(kept, optimization) ? 'ready' : 'pending',
      revision: kept.revision,
      ...viewLuck(kept.luck as ComputedLuck, others, optimization),
    }
  }

  async #kept(id: string) {
    const [found] = await this.#deps.db.select().from(optimizationLuck).where(eq(optimizationLuck.optimizationId, id))
    return found
  }

  #mayCompute({ id, status }: OptimizationRow): boolean {
    return status !== 'In Progress' || (this.#pauses.get(id) ?? 0) <= Date.now()
  }

  /** Requests at the same time share one computation. */
  #compute(optimization: OptimizationRow): Promise<void> {
    const { id } = optimization
    const known = this.#underWay.get(id)
    if (known) return known
    const work = this.#computeAndKeep(optimization)
      .catch((error: unknown) => this.#deps.logger.warn({ err: error, optimization: id }, 'no statistics of luck'))
      .finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, work)
    return work
  }

  async #computeAndKeep(optimization: OptimizationRow): Promise<void> {
    const { db } = this.#deps
    const { id: optimizationId, revision } = optimization
    const began = Date.now()
    const luck = await this.#deps.judge(() => readLuckColumns(db, optimization))
    await db.transaction(async (tx) => {
      // It may have been deleted meanwhile.
      const isThere = eq(optimizations.id, optimizationId)
      const [found] = await tx.select({ id: optimizations.id }).from(optimizations).where(isThere).for('key share')
      if (found === undefined) return
      await tx
        .insert(optimizationLuck)
        .values({ optimizationId, revision, luck })
        .onConflictDoUpdate({
          target: optimizationLuck.optimizationId,
          set: { revision, luck },
          setWhere: lte(optimizationLuck.revision, revision),
        })
    })
    const isRunning = optimization.status === 'In Progress'
    const took = Date.now() - began
    if (isRunning) this.#pauses.set(optimizationId, Date.now() + Math.max(MIN_PAUSE_MS, SHARE * took))
    else this.#pauses.delete(optimizationId)
  }
}

/** What was computed before trials were grouped counts as that of an earlier revision. */
function isCurrent(
  { revision, luck }: Pick<typeof optimizationLuck.$inferSelect, 'revision' | 'luck'>,
  optimization: OptimizationRow,
): boolean {
  return revision >= optimization.revision && (luck as ComputedLuck).luck.moments.groupings !== undefined
}
