import { MAX_EXTERNAL_COUNT, MAX_PERMUTATIONS, type createOptimization } from '@tradeloom/contracts'
import type { StoredExternal } from '@tradeloom/database'
import { METRICS, RANKING_METRICS } from '@tradeloom/metrics'
import { geneticProblem, type Lattice, latticeOfSettings, maxTrials } from '@tradeloom/optimizer'
import type { z } from 'zod'
import { invalid } from '../../platform/errors/app-error.ts'
import { strategyOf } from './search-of.ts'

export type OptimizationSettings = z.output<(typeof createOptimization)['body']>

interface CheckedVersion {
  readonly versionNo: number
  readonly externals: readonly StoredExternal[]
}

/** Throws for a search that cannot be made; otherwise its size. */
export function checkSearch(
  settings: OptimizationSettings,
  { versionNo, externals }: CheckedVersion,
): { readonly permutationCount: number; readonly total: number } {
  if (externals.length === 0) throw invalid(`v${versionNo} has no externals. Cannot optimize`, 'externalsSettings')
  checkNames(settings, externals)
  checkMetrics(settings)
  const lattice = checkedLattice(settings)
  const strategy = strategyOf({ ...settings, genetic: geneticOf(settings) })
  if (strategy.kind === 'genetic') {
    const problem = geneticProblem(strategy.parameters)
    if (problem !== null) throw invalid(problem, problem.split(' ')[0])
  }
  const total = maxTrials(strategy, lattice.count)
  if (total > MAX_PERMUTATIONS) {
    const most = MAX_PERMUTATIONS.toLocaleString('en-US')
    throw invalid(`There are ${total.toLocaleString('en-US')} permutations, more than ${most}`, 'externalsSettings')
  }
  return { permutationCount: lattice.count, total }
}

function checkNames({ externalsSettings }: OptimizationSettings, externals: readonly StoredExternal[]): void {
  const seen = new Set<string>()
  for (const { name } of externalsSettings) {
    if (seen.has(name)) throw invalid(`External ${name} is set twice`, 'externalsSettings')
    if (!externals.some((external) => external.name === name)) {
      throw invalid(`The script has no external ${name}`, 'externalsSettings')
    }
    seen.add(name)
  }
  if (seen.size === 0) throw invalid('Please choose at least one external', 'externalsSettings')
}

function checkMetrics({ objectives, constraints }: OptimizationSettings): void {
  for (const { metric } of objectives) checkMetric(metric, 'objectives')
  for (const { metric } of constraints) checkMetric(metric, 'constraints')
  if (new Set(objectives.map(({ metric }) => metric)).size < objectives.length) {
    throw invalid('Each objective needs another metric', 'objectives')
  }
}

function checkMetric(key: string, field: 'objectives' | 'constraints'): void {
  if (RANKING_METRICS.some((metric) => metric.key === key)) return
  const known = METRICS.find((metric) => metric.key === key)
  if (!known) throw invalid(`There is no metric ${key}`, field)
  throw invalid(`${known.title} depends on all backtests of a search. Choose the probabilistic Sharpe ratio`, field)
}

function checkedLattice({ externalsSettings }: OptimizationSettings): Lattice {
  const lattice = made(externalsSettings)
  const wide = lattice.axes.find(({ size }) => size > MAX_EXTERNAL_COUNT * 1000)
  if (wide) throw invalid(`${wide.name} has too many values`, 'externalsSettings')
  return lattice
}

function made(externalsSettings: OptimizationSettings['externalsSettings']): Lattice {
  try {
    return latticeOfSettings(externalsSettings)
  } catch (error) {
    if (error instanceof RangeError) throw invalid(error.message, 'externalsSettings')
    throw error
  }
}

/** The genetic settings among all others. */
export function geneticOf(settings: OptimizationSettings) {
  const { generations, populationSize, survivorCount, mutationRate, noImprovementCount, maxBacktestsCount } = settings
  return { generations, populationSize, survivorCount, mutationRate, noImprovementCount, maxBacktestsCount }
}
