import { type Drizzle, schema } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { CompactResult } from '@tradeloom/engine'
import { type MarketReaders, type RunInput, runInput, type RunSettings } from '@tradeloom/market-data'
import type { RunnerPool } from '@tradeloom/sandbox'
import { eq } from 'drizzle-orm'
import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import { copiesOf } from '../indicators/indicators-for-script.ts'

const { algorithmVersions, optimizations } = schema

type FullOptimization = typeof optimizations.$inferSelect
export type RunChanges = Partial<Pick<RunSettings, 'start' | 'end' | 'initialBalance' | 'models' | 'fullTables'>> & {
  readonly externals: Readonly<Record<string, number>>
}

export interface RerunDeps {
  readonly db: Drizzle
  readonly pool: Pick<RunnerPool, 'run'>
  readonly store: MarketReaders
}

/** Null if it was aborted. `isQuoted`: the prices have a spread of their own, whatever the model. */
export type Rerun = { readonly result: CompactResult; readonly isQuoted: boolean } | { readonly error: string } | null

/** Of every backtest: the seed of an optimization is that of its search. */
const RUN_SEED = 1
const MAX_ATTEMPTS = 3
const MAX_DETAIL = 1_000
const NO_TABLES = { spreadByHour: null, fundingRates: null, swapRates: null }

/** Runs the script of an optimization once, with its settings except for the changes. */
export async function rerun(
  { db, pool, store }: RerunDeps,
  optimization: FullOptimization,
  changes: RunChanges,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<Rerun> {
  const { algorithmVersionId, userId, externals } = optimization
  const [version] = await db.select().from(algorithmVersions).where(eq(algorithmVersions.id, algorithmVersionId))
  if (!version) return { error: 'The version was deleted' }
  const settings: RunSettings = {
    ...optimization,
    ...changes,
    externals: { ...externals, ...changes.externals },
    declared: version.externals,
    fullTables: changes.fullTables ?? optimization.fullTables ?? NO_TABLES,
    indicators: await copiesOf(db, algorithmVersionId),
    seed: RUN_SEED,
  }
  for (let attempt = 1; ; attempt++) {
    let input: RunInput
    try {
      input = await runInput(store.forOwner(userId), settings)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return { error: shown(error.message) }
    }
    const { spec, series } = input
    const run = { id, tenant: userId, workClass: 'batch', source: version.script, spec, series, signal } as const
    const outcome = await pool.run({ ...run, indicators: input.indicators })
    if (signal.aborted) return null
    if (outcome.status === 'completed') return { result: outcome.result, isQuoted: isQuoted(input) }
    if (outcome.status === 'errored') return { error: shown(outcome.error.message) }
    if (outcome.status !== 'failed' || attempt >= MAX_ATTEMPTS)
      return { error: outcome.status === 'failed' ? shown(outcome.error.message) : 'The run was stopped' }
  }
}

function isQuoted({ market }: RunInput): boolean {
  return market.series[0]?.columnsFile.spreadModel.source === 'both'
}

function shown(text: string): string {
  return withoutServerPaths(text).slice(0, MAX_DETAIL)
}
