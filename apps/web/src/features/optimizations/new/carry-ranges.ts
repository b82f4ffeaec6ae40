import type { OptimizationStrategy } from '@tradeloom/contracts'
import { parseExternal } from '../../../entities/run-settings/parse-external.ts'
import type { ExhaustiveDraft, ExternalDraft, SearchDraft, SteppedDraft } from './search-draft.ts'

/** As many values as the list of counts offers. */
const MAX_COUNT = 10
/** As many as the contract allows. */
const MAX_PLACES = 8

/**
 * Drafts for another strategy. A mode keeps the range that it had; one without a range gets that of the mode shown before,
 * and fixed values are the same in both.
 */
export function carryRanges(
  externals: SearchDraft['externals'],
  before: OptimizationStrategy,
  after: OptimizationStrategy,
): SearchDraft['externals'] {
  if ((before === 'exhaustive') === (after === 'exhaustive')) return externals
  const carry = before === 'exhaustive' ? toStepped : toExhaustive
  return Object.fromEntries(Object.entries(externals).map(([name, draft]) => [name, carry(draft)]))
}

function toStepped(draft: ExternalDraft): ExternalDraft {
  const { exhaustive, stepped } = draft
  if (stepped.isOptimized) return draft
  const from = exhaustive.from === '' ? stepped.from : exhaustive.from
  const to = exhaustive.to === '' ? stepped.to : exhaustive.to
  const [start, end] = [parseExternal(from), parseExternal(exhaustive.to)]
  const hasRange = typeof start === 'number' && typeof end === 'number' && start !== end && exhaustive.count > 1
  const step = hasRange ? { isOptimized: true, ...stepOf(start, end, exhaustive.count) } : {}
  return { exhaustive, stepped: { ...stepped, from, to, ...step } }
}

/** The step of evenly spaced values, where they are its multiples; else one fine enough for both ends. */
function stepOf(start: number, end: number, count: number): Partial<SteppedDraft> {
  // Without the last digits, which come from the division.
  const step = Number((Math.abs(end - start) / (count - 1)).toPrecision(12))
  if (placesOf(step) <= MAX_PLACES && isWhole(start / step)) {
    return step === 1 ? { kind: 'integer' } : { kind: 'round', roundTo: String(step) }
  }
  const places = Math.max(placesOf(start), placesOf(end))
  return places === 0 ? { kind: 'integer' } : { kind: 'decimal', decimalPlaces: String(Math.min(places, MAX_PLACES)) }
}

function toExhaustive(draft: ExternalDraft): ExternalDraft {
  const { exhaustive, stepped } = draft
  const hadRange = typeof parseExternal(exhaustive.to) === 'number' && exhaustive.count > 1
  if (hadRange) return draft
  const from = stepped.from === '' ? exhaustive.from : stepped.from
  const range = stepped.isOptimized ? { to: stepped.to, count: countOf(stepped) } : {}
  return { stepped, exhaustive: { ...exhaustive, from, ...range } satisfies ExhaustiveDraft }
}

/** The most evenly spaced values that the search could have chosen too. */
function countOf(stepped: SteppedDraft): number {
  const [start, end] = [parseExternal(stepped.from), parseExternal(stepped.to)]
  const step = unitOf(stepped)
  if (typeof start !== 'number' || typeof end !== 'number' || start === end || step === null) return 1
  const steps = Math.abs(end - start) / step
  for (let gaps = MAX_COUNT - 1; gaps > 1; gaps--) if (isWhole(steps / gaps)) return gaps + 1
  return 2
}

function unitOf({ kind, decimalPlaces, roundTo }: SteppedDraft): number | null {
  if (kind === 'integer') return 1
  const typed = parseExternal(kind === 'decimal' ? decimalPlaces : roundTo)
  if (typeof typed !== 'number') return null
  const unit = kind === 'decimal' ? 10 ** -typed : typed
  return unit > 0 ? unit : null
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}

/** Decimal places of a number as it is written; more than any contract allows for one like 1e-7. */
function placesOf(value: number): number {
  const text = String(value)
  return text.includes('e-') ? Infinity : (text.split('.')[1]?.length ?? 0)
}
