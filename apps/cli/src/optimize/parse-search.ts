import { availableParallelism } from 'node:os'
import { MAX_PERMUTATIONS, UserError } from '@tradeloom/domain'
import type { Constraint, Objective, Strategy } from '@tradeloom/optimizer'
import { parseNumber } from '../options/parse-text.ts'
import type { OptimizeOptions } from './optimize-options.ts'
import { parseConstraint } from './parse-constraint.ts'
import { parseObjectives } from './parse-objectives.ts'
import { parseStrategy } from './parse-strategy.ts'
import { parseWalkForward, type WalkForwardOption } from './parse-walk-forward.ts'

/** How to search, by what to rank, and how much to print. */
export interface SearchSettings {
  readonly strategy: Strategy
  readonly objectives: readonly [Objective, ...Objective[]]
  readonly constraints: readonly Constraint[]
  readonly walkForward: WalkForwardOption | null
  readonly workers: number
  readonly maxRows: number
}

/** Throws UserError. */
export function parseSearch(options: OptimizeOptions): SearchSettings {
  const strategy = parseStrategy(options)
  const objectives = parseObjectives(options.objective)
  if (objectives.length > 1 && (strategy.kind === 'genetic' || strategy.kind === 'tpe'))
    throw new UserError(
      'invalid-input',
      `Several objectives require --strategy nsga2, random or exhaustive: ${strategy.kind} improves the first one alone`,
    )
  return {
    strategy,
    objectives,
    constraints: (options.constraint ?? []).map(parseConstraint),
    walkForward: options.walkForward === undefined ? null : parseWalkForward(options.walkForward),
    workers: parseCount('--workers', options.workers ?? String(availableParallelism()), 256),
    maxRows: parseCount('--rows', options.rows, MAX_PERMUTATIONS),
  }
}

function parseCount(option: string, text: string, most: number): number {
  const count = parseNumber(option, text, 1, most)
  if (!Number.isInteger(count)) throw new UserError('invalid-input', `${option} ${text} is not a whole number`)
  return count
}
