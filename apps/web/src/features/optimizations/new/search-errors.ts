import { MAX_PERMUTATIONS, MAX_WINDOWS } from '@tradeloom/contracts'
import { latticeOfSettings } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'
import { parseExternal } from '../../backtests/parse-external.ts'
import { externalsOf } from './externals-of.ts'
import type { ExternalDraft, GeneticKey, SearchDraft } from './search-draft.ts'
import { searchSize } from './search-size.ts'
import { searchWindows } from './search-windows.ts'

const INVALID = 'Invalid number'
const MAX_SEED = 2 ** 32 - 1

interface Period {
  readonly start: number
  readonly end: number
}

/** Errors by path: `fast.to`, `genetic.generations`, `externals`. */
export function searchErrors(search: SearchDraft, period: Period | null): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [name, draft] of Object.entries(search.externals)) {
    const found = search.strategy === 'exhaustive' ? exhaustiveErrors(draft) : steppedErrors(draft)
    for (const [field, text] of Object.entries(found)) errors[`${name}.${field}`] = text
  }
  for (const setting of externalsOf(search)) {
    if (setting === null) continue
    try {
      latticeOfSettings([setting])
    } catch (error) {
      if (error instanceof RangeError) errors[`${setting.name}.to`] = error.message
    }
  }
  if (search.strategy === 'genetic') Object.assign(errors, geneticErrors(search.genetic))
  if (!['exhaustive', 'genetic'].includes(search.strategy) && !isCount(search.budget)) errors['budget'] = INVALID
  search.constraints.forEach(({ value }, place) => {
    if (typeof parseExternal(value) !== 'number') errors[`constraints.${place}`] = INVALID
  })
  if (!isSeed(search.seed.trim())) errors['seed'] = INVALID
  Object.assign(errors, walkForwardErrors(search, period))
  const size = searchSize(search)
  if (Object.keys(errors).length === 0 && size !== null) {
    if (size.permutations < 2) errors['externals'] = 'Please choose a range of values for at least one external'
    if (size.total > MAX_PERMUTATIONS) {
      errors['externals'] =
        `There are ${formatPlain(size.total)} permutations, more than ${formatPlain(MAX_PERMUTATIONS)}`
    }
  }
  return errors
}

/** The server chooses one if there is none. */
function isSeed(text: string): boolean {
  return text === '' || (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED)
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
    const value = parseExternal(text)
    if (key === 'mutationRate') {
      if (typeof value !== 'number') errors[`genetic.${key}`] = INVALID
      else if (value < 0 || value > 1) errors[`genetic.${key}`] = 'Please enter a number from 0 to 1'
    } else if (!isCount(text)) errors[`genetic.${key}`] = INVALID
  }
  const isTooMany = Number(genetic.survivorCount) >= Number(genetic.populationSize)
  if (isTooMany) errors['genetic.survivorCount'] ??= 'Must be below the population size'
  return errors
}

function walkForwardErrors(search: SearchDraft, period: Period | null): Record<string, string> {
  const { isOn, trainDays, testDays, embargoDays } = search.walkForward
  if (!isOn) return {}
  const errors = {
    ...(isCount(trainDays) ? {} : { 'walkForward.trainDays': INVALID }),
    ...(isCount(testDays) ? {} : { 'walkForward.testDays': INVALID }),
    ...(embargoDays.trim() === '0' || isCount(embargoDays) ? {} : { 'walkForward.embargoDays': INVALID }),
  }
  if (period === null || Object.keys(errors).length > 0) return errors
  const { length } = searchWindows(search, period)
  // As the server says it.
  if (length === 0) return { walkForward: 'The period is too short for one training and one test window' }
  return length > MAX_WINDOWS ? { walkForward: `${length} windows are too many: ${MAX_WINDOWS} are allowed` } : {}
}

const isCount = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text.trim())
