import { type Drizzle, schema } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { type MarketReaders, type RunInput, runInput } from '@tradeloom/market-data'
import type { FastifyBaseLogger } from 'fastify'
import { eq } from 'drizzle-orm'
import { copiesOf } from '../../indicators/indicators-for-script.ts'
import { RUN_SEED } from '../run-seed.ts'

const { algorithmVersions, optimizations } = schema

/** Optimizations whose input is kept: those in progress on this server. */
const MOST = 16
const NO_TABLES = { spreadByHour: null, fundingRates: null, swapRates: null }

export type StoredOptimization = typeof optimizations.$inferSelect

/** Everything that the backtests of an optimization have in common. */
export interface OptimizationInput {
  readonly optimization: StoredOptimization
  readonly script: string
  readonly run: RunInput
}

/** Prices that cannot be read: the installation is to blame. The message is for the trader. */
export class NoInputError extends Error {}

/** The inputs of the optimizations in progress: looking up a year of prices takes longer than many backtests. */
export class OptimizationInputs {
  readonly #deps: { readonly db: Drizzle; readonly store: MarketReaders; readonly logger: FastifyBaseLogger }
  readonly #known = new Map<string, Promise<OptimizationInput | null>>()

  constructor(deps: { readonly db: Drizzle; readonly store: MarketReaders; readonly logger: FastifyBaseLogger }) {
    this.#deps = deps
  }

  /** Null if there is no such optimization. Throws a NoInputError. */
  of(id: string): Promise<OptimizationInput | null> {
    const known = this.#known.get(id)
    if (known) return known
    const found = this.#find(id)
    this.#known.set(id, found)
    found.catch(() => this.forget(id))
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST) this.#known.delete(oldest)
    return found
  }

  /** Looks it up again: it has ended, or its prices were replaced. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  async #find(id: string): Promise<OptimizationInput | null> {
    const { db, store, logger } = this.#deps
    const [found] = await db
      .select({
        optimization: optimizations,
        script: algorithmVersions.script,
        declared: algorithmVersions.externals,
      })
      .from(optimizations)
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, optimizations.algorithmVersionId))
      .where(eq(optimizations.id, id))
    if (!found) return null
    const { optimization, script, declared } = found
    const indicators = await copiesOf(db, optimization.algorithmVersionId)
    const fullTables = optimization.fullTables ?? NO_TABLES
    try {
      const settings = { ...optimization, seed: RUN_SEED, declared: [], indicators, fullTables }
      const run = await runInput(store.forOwner(optimization.userId), settings)
      return { optimization, script, run: { ...run, spec: { ...run.spec, externals: inOrder(run, declared) } } }
    } catch (error) {
      logger.warn({ err: error, optimization: id }, 'no input for an optimization')
      if (error instanceof UserError) throw new NoInputError(error.message)
      throw new NoInputError(`The market data could not be read. See the server log under ${id}`)
    }
  }
}

/** In the order of the script, as in a backtest. */
function inOrder({ spec }: RunInput, declared: readonly { readonly name: string }[]): Record<string, number> {
  const names = declared.map(({ name }) => name).filter((name) => Object.hasOwn(spec.externals, name))
  return Object.fromEntries(names.map((name) => [name, spec.externals[name] as number]))
}
