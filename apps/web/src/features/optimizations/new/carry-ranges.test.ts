import { expect, it } from 'vitest'
import { carryRanges } from './carry-ranges.ts'
import type { ExhaustiveDraft, ExternalDraft, SteppedDraft } from './search-draft.ts'

const FIXED: SteppedDraft = {
  isOptimized: false,
  from: '1',
  to: '',
  kind: 'integer',
  decimalPlaces: '2',
  roundTo: '',
}
const OFF: ExhaustiveDraft = { from: '1', to: '', count: 1 }

const even = (from: string, to: string, count: number): ExternalDraft => ({
  exhaustive: { from, to, count },
  stepped: FIXED,
})
const stepped = (changes: Partial<SteppedDraft>): ExternalDraft => ({
  exhaustive: OFF,
  stepped: { ...FIXED, isOptimized: true, ...changes },
})

const steppedOf = (draft: ExternalDraft) => carryRanges({ fast: draft }, 'exhaustive', 'tpe')['fast']?.stepped
const evenOf = (draft: ExternalDraft) => carryRanges({ fast: draft }, 'random', 'exhaustive')['fast']?.exhaustive

it.each([
  ['10', '50', 5, { kind: 'round', roundTo: '10' }],
  ['5', '8', 4, { kind: 'integer' }],
  ['0.1', '0.5', 5, { kind: 'round', roundTo: '0.1' }],
  // 10, 18, 26 … are no multiples of their step.
  ['10', '50', 6, { kind: 'integer' }],
  // Thirds have no last decimal.
  ['0.5', '1.5', 4, { kind: 'decimal', decimalPlaces: '1' }],
  ['50', '10', 5, { kind: 'round', roundTo: '10' }],
] as const)('carries values from %s to %s, %i of them, to a search with steps', (from, to, count, step) => {
  expect(steppedOf(even(from, to, count))).toEqual({ ...FIXED, isOptimized: true, from, to, ...step })
})

it.each([
  [{ from: '10', to: '50' }, 9],
  [{ from: '10', to: '51' }, 2],
  [{ from: '10', to: '30', kind: 'round', roundTo: '5' }, 5],
  [{ from: '0', to: '0.3', kind: 'decimal', decimalPlaces: '1' }, 4],
  [{ from: '0', to: '30', kind: 'round', roundTo: '' }, 1],
] as const)('carries a range with steps to evenly spaced values: %j', (changes, count) => {
  expect(evenOf(stepped(changes))).toEqual({ from: changes.from, to: changes.to, count })
})

it('has the same fixed values in both modes', () => {
  expect(steppedOf(even('100', '', 1))).toEqual({ ...FIXED, from: '100' })
  expect(steppedOf(even('100', '200', 1))).toEqual({ ...FIXED, from: '100', to: '200' })
  expect(evenOf({ exhaustive: OFF, stepped: { ...FIXED, from: '90' } })).toEqual({ ...OFF, from: '90' })
})

it('leaves the range that a mode had, and everything between strategies of one mode', () => {
  const both = { exhaustive: { from: '1', to: '9', count: 3 }, stepped: { ...FIXED, isOptimized: true, to: '4' } }
  expect(steppedOf(both)).toEqual(both.stepped)
  expect(evenOf(both)).toEqual(both.exhaustive)
  const externals = { fast: even('10', '50', 5) }
  expect(carryRanges(externals, 'random', 'nsga2')).toBe(externals)
})
