import {
  decodeSetting,
  encodeSetting,
  type Field,
  fieldProblem,
  fieldsOf,
  initialOf,
  NONE,
  type Setting,
  type Tier,
  toShown,
  toStored,
} from '@tradeloom/domain'

/** A number as typed in its field, in the displayed unit: text while it is incomplete. */
export type Typed = number | string

export interface TierDraft {
  readonly from: Typed
  readonly rate: Typed
}

/**
 * A run model as form fields. Includes the fields of the choices that are not picked, so that trying a choice loses
 * nothing.
 */
export interface SettingDraft {
  readonly choice: string
  /** By field name: a typed number, a weekday as text, or tiers. */
  readonly values: Readonly<Record<string, Typed | readonly TierDraft[]>>
  /** Whether the rows of its table are used. */
  readonly hasRows: boolean
}

/** Error messages by path of the field in the draft: `slippage.pips`. */
export type DraftErrors = Readonly<Record<string, string>>

export function settingDraft(setting: Setting, stored: unknown, hasRows: boolean): SettingDraft {
  const chosen = decodeSetting(setting, stored) ?? { choice: setting.default, values: {} }
  const values: Record<string, Typed | readonly TierDraft[]> = {}
  for (const choice of Object.keys(setting.choices)) {
    for (const [name, field] of Object.entries(fieldsOf(setting, choice))) {
      const isChosen = choice === chosen.choice
      if (isChosen || values[name] === undefined)
        values[name] = typedOf(field, isChosen ? chosen.values[name] : initialOf(field))
    }
  }
  return { choice: chosen.choice, values, hasRows }
}

/** Errors in the fields of the choice. */
export function settingErrors(setting: Setting, { choice, values }: SettingDraft): DraftErrors {
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fieldsOf(setting, choice))) {
    const problem = fieldProblem(field, storedValue(field, values[name]), 'shown')
    if (problem !== null) errors[`${setting.key}.${name}`] = capitalized(problem)
  }
  return errors
}

export function storedOf(setting: Setting, draft: SettingDraft | undefined): unknown {
  const { choice, values } = draft ?? settingDraft(setting, undefined, false)
  const stored = Object.entries(fieldsOf(setting, choice)).map(([name, field]) => [
    name,
    storedValue(field, values[name]),
  ])
  return encodeSetting(setting, { choice, values: Object.fromEntries(stored) })
}

function typedOf(field: Field, stored: unknown): Typed | readonly TierDraft[] {
  if (field.kind === 'number') return toShown(field, stored as number)
  if (field.kind === 'weekday') return stored === null ? NONE : String(stored)
  return (stored as readonly Tier[]).map(({ from, rate }) => ({ from, rate: toShown(field.rate, rate) }))
}

function storedValue(field: Field, typed: Typed | readonly TierDraft[] | undefined): unknown {
  if (field.kind === 'weekday') return typed === NONE ? null : Number(typed)
  if (field.kind === 'number') return toStored(field, numberOf(typed as Typed))
  return (typed as readonly TierDraft[]).map(({ from, rate }) => ({
    from: numberOf(from),
    rate: toStored(field.rate, numberOf(rate)),
  }))
}

function numberOf(typed: Typed): number {
  return typed === '' ? Number.NaN : Number(typed)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
