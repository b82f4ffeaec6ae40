import {
  geneticSettings,
  MAX_MATRIX_LENGTHS,
  searchBudget,
  searchSeed,
  walkForwardSettings,
} from '@tradeloom/contracts'
import { permutationsProblem, valuesProblem, windowsProblem } from '@tradeloom/domain'
import { latticeOfSettings, walkForwardCells } from '@tradeloom/optimizer'
import { parseExternal } from '../../../entities/run-settings/parse-external.ts'
import { externalsOf } from './externals-of.ts'
import { matrixOf, parseLengths } from './matrix-of.ts'
import type { ExternalDraft, GeneticKey, SearchDraft } from './search-draft.ts'
import { searchSize } from './search-size.ts'
import { searchWindows } from './search-windows.ts'

const INVALID = 'Invalid number'
const LENGTHS = `At most ${MAX_MATRIX_LENGTHS} numbers of days, separated by commas`

interface Period {
  readonly start: number
  readonly end: number
}

/** What the contract says about values: the server would refuse others with the same text. */
interface Bounds {
  readonly safeParse: (value: number) => {
    readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined
  }
}

/**
 * Errors by path: `fast.to`, `genetic.generations`. Those of the whole search are `range` while no external has one,
 * `externals` and `walkForward`.
 */
export function searchErrors(search: SearchDraft, period: Period | null): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [name, draft] of Object.entries(search.externals)) {
    const found = search.strategy === 'exhaustive' ? exhaustiveErrors(draft) : steppedErrors(draft)
    for (const [field, text] of Object.entries(found)) errors[`${name}.${field}`] = text
  }
  for (const setting of externalsOf(search)) {
    if (setting === null) continue
    try {
      const [axis] = latticeOfSettings([setting]).axes
      const problem = axis ? valuesProblem(axis) : null
      if (problem !== null) errors[`${setting.name}.to`] = problem
    } catch (error) {
      if (error instanceof RangeError) errors[`${setting.name}.to`] = error.message
    }
  }
  if (search.strategy === 'genetic') Object.assign(errors, geneticErrors(search.genetic))
  if (!['exhaustive', 'genetic'].includes(search.strategy)) {
    Object.assign(errors, errorAt('budget', search.budget, searchBudget))
  }
  search.constraints.forEach(({ value }, place) => {
    if (typeof parseExternal(value) !== 'number') errors[`constraints.${place}`] = INVALID
  })
  // The server chooses one if there is none.
  if (search.seed.trim() !== '') Object.assign(errors, errorAt('seed', search.seed, searchSeed))
  Object.assign(errors, walkForwardErrors(search, period))
  const size = searchSize(search)
  if (Object.keys(errors).length === 0 && size !== null) {
    if (size.permutations < 2) errors['range'] = 'Please choose a range of values for at least one external'
    const problem = permutationsProblem(size.total)
    if (problem !== null) errors['externals'] = problem
  }
  return errors
}

function exhaustiveErrors({ exhaustive: { from, to } }: ExternalDraft): Record<string, string> {
  return {
    ...(typeof parseExternal(from) === 'number' ? {} : { from: INVALID }),
    ...(parseExternal(to) === undefined ? { to: INVALID } : {}),
  }
}

function steppedErrors({ stepped }: ExternalDraft): Record<string, string> {
  const { isOptimized, kind, from, to, decimalPlaces, roundTo } = stepped
  const errors: Record<string, string> = {}
  if (typeof parseExternal(from) !== 'number') errors['from'] = INVALID
  if (!isOptimized) return errors
  if (typeof parseExternal(to) !== 'number') errors['to'] = INVALID
  if (kind === 'decimal' && !/^[0-8]$/.test(decimalPlaces.trim())) errors['step'] = 'Please enter 0 to 8 decimal places'
  const round = parseExternal(roundTo)
  if (kind === 'round' && !(typeof round === 'number' && round > 0)) errors['step'] = INVALID
  return errors
}

function geneticErrors(genetic: SearchDraft['genetic']): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [key, text] of Object.entries(genetic) as [GeneticKey, string][]) {
    Object.assign(errors, errorAt(`genetic.${key}`, text, geneticSettings.shape[key]))
  }
  const isTooMany = Number(genetic.survivorCount) >= Number(genetic.populationSize)
  if (isTooMany) errors['genetic.survivorCount'] ??= 'Must be below the population size'
  return errors
}

function walkForwardErrors(search: SearchDraft, period: Period | null): Record<string, string> {
  const { isOn, trainDays, testDays, embargoDays, moreTrainDays, moreTestDays } = search.walkForward
  if (!isOn) return {}
  const { shape } = walkForwardSettings
  const errors = {
    ...errorAt('walkForward.trainDays', trainDays, shape.trainDays),
    ...errorAt('walkForward.testDays', testDays, shape.testDays),
    ...errorAt('walkForward.embargoDays', embargoDays, shape.embargoDays),
    ...(parseLengths(moreTrainDays) === null ? { 'walkForward.moreTrainDays': LENGTHS } : {}),
    ...(parseLengths(moreTestDays) === null ? { 'walkForward.moreTestDays': LENGTHS } : {}),
  }
  if (period === null || Object.keys(errors).length > 0) return errors
  const own = { trainDays: Number(trainDays), testDays: Number(testDays) }
  const problem = windowsProblem(searchWindows(search, period), walkForwardCells(own, matrixOf(search.walkForward)))
  return problem === null ? {} : { walkForward: problem }
}

function errorAt(path: string, text: string, bounds: Bounds): Record<string, string> {
  const value = parseExternal(text)
  if (typeof value !== 'number') return { [path]: INVALID }
  const problem = bounds.safeParse(value).error?.issues[0]?.message
  return problem === undefined ? {} : { [path]: problem }
}
