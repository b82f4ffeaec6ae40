import { MAX_PERMUTATIONS, UserError } from '@tradeloom/domain'
import { GENETIC_DEFAULTS, type GeneticParameters, geneticProblem, type Strategy } from '@tradeloom/optimizer'

import { oneOf, parseNumber } from '../options/parse-text.ts'
import type { OptimizeOptions } from './optimize-options.ts'

export const DEFAULT_TRIALS = '200'

const STRATEGIES = ['exhaustive', 'genetic', 'random', 'tpe', 'nsga2'] as const

/** Throws UserError. */
export function parseStrategy(options: Pick<OptimizeOptions, 'strategy' | 'trials' | 'genetic'>): Strategy {
  const kind = oneOf('--strategy', options.strategy, STRATEGIES)
  if (options.genetic !== undefined && kind !== 'genetic')
    throw new UserError('invalid-input', '--genetic requires --strategy genetic')
  if (options.trials !== undefined && (kind === 'exhaustive' || kind === 'genetic'))
    throw new UserError('invalid-input', '--trials requires --strategy random, tpe or nsga2')
  if (kind === 'exhaustive') return { kind }
  if (kind === 'genetic') return { kind, parameters: parseParameters(options.genetic ?? '') }
  const trials = options.trials ?? DEFAULT_TRIALS
  const budget = parseNumber('--trials', trials, 1, MAX_PERMUTATIONS)
  if (!Number.isInteger(budget)) throw new UserError('invalid-input', `--trials ${trials} is not a whole number`)
  return { kind, budget }
}

/** `generations=25,populationSize=20`: the others keep their defaults. */
function parseParameters(text: string): GeneticParameters {
  const given = text.split(',').filter((part) => part.trim() !== '')
  const values = given.map(parseParameter)
  const repeated = values.find(([name], k) => values.findIndex(([other]) => other === name) !== k)
  if (repeated) throw new UserError('invalid-input', `--genetic ${repeated[0]} is repeated`)
  const parameters = { ...GENETIC_DEFAULTS, ...Object.fromEntries(values) }
  const problem = geneticProblem(parameters)
  if (problem !== null) throw new UserError('invalid-input', `--genetic: ${problem}`)
  return parameters
}

function parseParameter(part: string): [string, number] {
  const [name = '', value = ''] = part.split('=').map((side) => side.trim())
  if (!Object.hasOwn(GENETIC_DEFAULTS, name) || value === '')
    throw new UserError(
      'invalid-input',
      `--genetic ${part} is not one of ${Object.keys(GENETIC_DEFAULTS).join(', ')} with a number`,
    )
  return [name, Number(value)]
}
