import { fieldsOf, NONE, decodeSetting } from './chosen.ts'
import type { Field, NumberField, Setting, Tier, TiersField } from './setting.ts'
import { inWords, toShown } from './units.ts'

/** A problem with a setting; `field` is the name of the field, or null for the choice itself. */
export interface SettingProblem {
  readonly field: string | null
  readonly text: string
}

/** Bounds are stated in the stored unit, for programs, or in the displayed unit. */
export type Unit = 'stored' | 'shown'

/** The first problem with a stored value, for its author; null if it is valid. */
export function settingProblem(setting: Setting, stored: unknown): SettingProblem | null {
  const chosen = decodeSetting(setting, stored)
  if (chosen === null) return { field: null, text: `${setting.title} must be ${listed(choiceNames(setting))}` }
  for (const [name, field] of Object.entries(fieldsOf(setting, chosen.choice))) {
    const problem = fieldProblem(field, chosen.values[name], 'stored')
    if (problem !== null) return { field: name, text: `${field.title} ${problem}` }
  }
  return null
}

/** The problem with the stored value of a field, as the rest of a sentence: `must be from 0 to 1,000`. */
export function fieldProblem(field: Field, value: unknown, unit: Unit): string | null {
  if (field.kind === 'number') return numberProblem(field, value, unit)
  if (field.kind === 'tiers') return tiersProblem(field, value)
  const isDay = value === null || (Number.isInteger(value) && isWithin(value, { min: 0, max: 6 }))
  return isDay ? null : 'must be a weekday from 0 (Sunday) to 6, or none'
}

export function choiceNames({ choices, none }: Setting): string[] {
  return none ? [NONE, ...Object.keys(choices)] : Object.keys(choices)
}

function numberProblem(field: NumberField, value: unknown, unit: Unit): string | null {
  if (isWithin(value, field) && (!field.isWhole || Number.isInteger(value))) return null
  return numberBounds(field, unit)
}

/** The bounds of a number, as the rest of a sentence. */
export function numberBounds(field: NumberField, unit: Unit): string {
  const [min, max] = [field.min, field.max].map((bound) => inWords(unit === 'shown' ? toShown(field, bound) : bound))
  return `must be a ${field.isWhole ? 'whole ' : ''}number from ${min} to ${max}`
}

function tiersProblem({ maxTiers, rate }: TiersField, value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'must have at least one tier'
  const tiers = value as readonly Tier[]
  if (tiers.length > maxTiers) return `can have at most ${maxTiers} tiers`
  if (tiers.some((tier) => !isWithin(tier.from, { min: 0, max: Number.MAX_VALUE }))) {
    return 'must say from how many units each tier applies'
  }
  if (tiers.some((tier) => !isWithin(tier.rate, rate))) return 'must have rates from 0 to 1 (0% to 100%)'
  if (tiers[0]?.from !== 0) return 'must begin at 0 units'
  const isAscending = tiers.every(({ from }, i) => i === 0 || from > (tiers[i - 1]?.from ?? 0))
  return isAscending ? null : 'must have tiers in ascending order'
}

function isWithin(value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number {
  return typeof value === 'number' && value >= min && value <= max
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
