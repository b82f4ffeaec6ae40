import { latticeOfSettings, maxTrials } from '@tradeloom/optimizer'
import { externalsOf } from './externals-of.ts'
import type { SearchDraft } from './search-draft.ts'

export interface SearchSize {
  /** Combinations of all externals. */
  readonly permutations: number
  /** Backtests at most. */
  readonly total: number
}

/** Null while a field is wrong. */
export function searchSize(search: SearchDraft): SearchSize | null {
  const settings = externalsOf(search)
  const known = settings.filter((setting) => setting !== null)
  if (known.length === 0 || known.length < settings.length) return null
  try {
    const permutations = latticeOfSettings(known).count
    const { strategy, budget, genetic } = search
    if (strategy === 'exhaustive') return { permutations, total: permutations }
    if (strategy !== 'genetic') return { permutations, total: Math.min(permutations, Number(budget)) }
    const parameters = {
      generations: Number(genetic.generations),
      populationSize: Number(genetic.populationSize),
      survivorCount: Number(genetic.survivorCount),
      mutationRate: Number(genetic.mutationRate),
      noImprovementCount: Number(genetic.noImprovementCount),
      maxBacktestsCount: Number(genetic.maxBacktestsCount),
    }
    return { permutations, total: maxTrials({ kind: 'genetic', parameters }, permutations) }
  } catch (error) {
    // A range without a value, such as integers between 0.2 and 0.8.
    if (error instanceof RangeError) return null
    throw error
  }
}
