import { inWords } from '../settings/units.ts'

// The rules of a search for the best externals, for everything that accepts one: dialog, server, terminal. Each rule
// returns the message for the trader, or null.

/** Backtests of one search. */
export const MAX_PERMUTATIONS = 1_000_000
/** Windows of one walk-forward optimization: more would take days, and their page could not be read. */
export const MAX_WINDOWS = 200
const MAX_VALUES = 1_000_000

interface Named {
  readonly name: string
}

interface Lengths {
  readonly trainDays: number
  readonly testDays: number
}

/** `version`: the name of what is searched, in the message. */
export function searchableProblem(version: string, declared: readonly Named[]): string | null {
  return declared.length === 0 ? `${version} has no externals. Cannot optimize` : null
}

export function searchedProblem(searched: readonly Named[], declared: readonly Named[]): string | null {
  const seen = new Set<string>()
  for (const { name } of searched) {
    if (seen.has(name)) return `External ${name} is set twice`
    if (!declared.some((external) => external.name === name)) return unknownExternal(name)
    seen.add(name)
  }
  return seen.size === 0 ? 'Please choose at least one external' : null
}

export function unknownExternal(name: string): string {
  return `The script has no external ${name}`
}

export function valuesProblem({ name, size }: Named & { readonly size: number }): string | null {
  return size > MAX_VALUES ? `${name} has too many values` : null
}

export function permutationsProblem(total: number): string | null {
  return total > MAX_PERMUTATIONS
    ? `There are ${inWords(total)} combinations, more than ${inWords(MAX_PERMUTATIONS)}`
    : null
}

export function objectivesProblem(objectives: readonly { readonly metric: string }[]): string | null {
  const metrics = new Set(objectives.map(({ metric }) => metric))
  return metrics.size < objectives.length ? 'Each objective needs another metric' : null
}

/** `cells`: the lengths of windows, each of which needs a window. */
export function windowsProblem(
  windows: readonly Lengths[],
  cells: readonly Lengths[],
  maxWindows = MAX_WINDOWS,
): string | null {
  if (windows.length === 0) return 'The period is too short for one training and one test window'
  const empty = cells.find(
    (cell) => !windows.some(({ trainDays, testDays }) => trainDays === cell.trainDays && testDays === cell.testDays),
  )
  if (empty) return `The period is too short for a test of ${empty.testDays} days after the longest training`
  return windows.length > maxWindows ? `${windows.length} windows are too many: ${maxWindows} are allowed` : null
}
