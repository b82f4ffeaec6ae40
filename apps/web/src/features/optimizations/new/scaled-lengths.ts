import { DAY } from '@tradeloom/domain'
import type { SearchDraft } from './search-draft.ts'

/** Without a period yet. */
const USUAL_TEST_DAYS = 20
/** A period of eight test lengths has five windows. */
const TESTS_IN_PERIOD = 8
const TRAIN_BY_TEST = 3

/** Window lengths that nobody has chosen follow the period. */
export function withScaledLengths(
  search: SearchDraft,
  period: { readonly start: number; readonly end: number } | null,
): SearchDraft {
  if (!isScaled(search)) return search
  const days = period === null ? USUAL_TEST_DAYS * TESTS_IN_PERIOD : (period.end - period.start) / DAY
  const test = Math.max(1, Math.floor(days / TESTS_IN_PERIOD))
  const lengths = { trainDays: String(test * TRAIN_BY_TEST), testDays: String(test) }
  return { ...search, walkForward: { ...search.walkForward, ...lengths } }
}

/** Changes as they are kept: lengths that were not touched go on following the period. */
export function withoutScaledLengths(
  changes: Partial<SearchDraft>,
  typed: SearchDraft,
  shown: SearchDraft,
): Partial<SearchDraft> {
  const { walkForward } = changes
  if (walkForward === undefined || !isScaled(typed)) return changes
  const { trainDays, testDays } = shown.walkForward
  if (walkForward.trainDays !== trainDays || walkForward.testDays !== testDays) return changes
  return { ...changes, walkForward: { ...walkForward, trainDays: '', testDays: '' } }
}

function isScaled({ walkForward: { trainDays, testDays } }: SearchDraft): boolean {
  return trainDays === '' && testDays === ''
}
