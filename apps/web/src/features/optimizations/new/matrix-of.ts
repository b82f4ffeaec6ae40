import { MAX_MATRIX_LENGTHS } from '@tradeloom/contracts'
import type { WalkForwardLengths } from '@tradeloom/optimizer'
import type { WalkForwardDraft } from './search-draft.ts'

const MAX_DAYS = 10_000

/** Lengths in days, such as `30, 90`; null for anything else. */
export function parseLengths(text: string): number[] | null {
  const lengths = text.split(/[\s,;]+/).filter((part) => part !== '')
  const areValid = lengths.every((part) => /^[1-9]\d{0,4}$/.test(part) && Number(part) <= MAX_DAYS)
  return areValid && lengths.length <= MAX_MATRIX_LENGTHS ? lengths.map(Number) : null
}

/** The further lengths of a valid draft; null without any. */
export function matrixOf({ moreTrainDays, moreTestDays }: WalkForwardDraft): WalkForwardLengths | null {
  const trainDays = parseLengths(moreTrainDays) ?? []
  const testDays = parseLengths(moreTestDays) ?? []
  return trainDays.length + testDays.length === 0 ? null : { trainDays, testDays }
}
