import type { NewOptimization } from '@tradeloom/contracts'
import type { CallInput } from '../../../api/call.ts'
import { parseExternal } from '../../../entities/run-settings/parse-external.ts'
import { externalsOf } from './externals-of.ts'
import { matrixOf } from './matrix-of.ts'
import type { SearchDraft } from './search-draft.ts'

/** The request body: settings of a backtest and a valid search. */
export function toOptimization(run: CallInput<'runBacktest'>['body'], search: SearchDraft): NewOptimization {
  const { externals: _, ...settings } = run
  const { strategy, objectives, genetic, budget, seed, walkForward } = search
  const matrix = matrixOf(walkForward)
  return {
    ...settings,
    strategy,
    externalsSettings: externalsOf(search).filter((setting) => setting !== null),
    objectives: objectives.map((objective) => ({ ...objective })),
    constraints: search.constraints.map(({ value, ...rest }) => ({ ...rest, value: parseExternal(value) as number })),
    ...(strategy === 'genetic'
      ? {
          generations: Number(genetic.generations),
          populationSize: Number(genetic.populationSize),
          survivorCount: Number(genetic.survivorCount),
          mutationRate: Number(genetic.mutationRate),
          noImprovementCount: Number(genetic.noImprovementCount),
          maxBacktestsCount: Number(genetic.maxBacktestsCount),
        }
      : {}),
    ...(strategy === 'exhaustive' || strategy === 'genetic' ? {} : { budget: Number(budget) }),
    ...(seed.trim() === '' ? {} : { seed: Number(seed) }),
    ...(walkForward.isOn
      ? {
          walkForward: {
            trainDays: Number(walkForward.trainDays),
            testDays: Number(walkForward.testDays),
            embargoDays: Number(walkForward.embargoDays),
            anchored: walkForward.anchored,
            choose: walkForward.choose,
            ...(matrix === null
              ? {}
              : { matrix: { trainDays: [...matrix.trainDays], testDays: [...matrix.testDays] } }),
          },
        }
      : {}),
  }
}
