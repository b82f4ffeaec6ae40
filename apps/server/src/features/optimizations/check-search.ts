import type { createOptimization } from '@tradeloom/contracts'
import type { StoredExternal } from '@tradeloom/database'
import {
  objectivesProblem,
  permutationsProblem,
  searchableProblem,
  searchedProblem,
  valuesProblem,
} from '@tradeloom/domain'
import { METRICS, RANKING_METRICS } from '@tradeloom/metrics'
import { geneticProblem, type Lattice, latticeOfSettings, maxTrials } from '@tradeloom/optimizer'
import type { z } from 'zod'
import { invalid, refuseInput } from '../../platform/errors/app-error.ts'
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
  const problem =
    searchableProblem(`v${versionNo}`, externals) ?? searchedProblem(settings.externalsSettings, externals)
  refuseInput(problem, 'externalsSettings')
  checkMetrics(settings)
  const lattice = checkedLattice(settings)
  const strategy = strategyOf({ ...settings, genetic: geneticOf(settings) })
  if (strategy.kind === 'genetic') {
    const problem = geneticProblem(strategy.parameters)
    if (problem !== null) throw invalid(problem, problem.split(' ')[0])
  }
  const total = maxTrials(strategy, lattice.count)
  refuseInput(permutationsProblem(total), 'externalsSettings')
  return { permutationCount: lattice.count, total }
}

function checkMetrics({ objectives, constraints }: OptimizationSettings): void {
  for (const { metric } of objectives) checkMetric(metric, 'objectives')
  for (const { metric } of constraints) checkMetric(metric, 'constraints')
  refuseInput(objectivesProblem(objectives), 'objectives')
}

function checkMetric(key: string, field: 'objectives' | 'constraints'): void {
  if (RANKING_METRICS.some((metric) => metric.key === key)) return
  const known = METRICS.find((metric) => metric.key === key)
  if (!known) throw invalid(`There is no metric ${key}`, field)
  throw invalid(`${known.title} depends on all backtests of a search. Choose the probabilistic Sharpe ratio`, field)
}

function checkedLattice({ externalsSettings }: OptimizationSettings): Lattice {
  const lattice = made(externalsSettings)
  for (const axis of lattice.axes) refuseInput(valuesProblem(axis), 'externalsSettings')
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
