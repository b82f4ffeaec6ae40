import type { Field, Fields, Setting, Tier } from './setting.ts'

/** Name of the choice that models nothing and is stored as null. */
export const NONE = 'none'

export type AnyFieldValue = number | null | readonly Tier[]

/** A stored value as a choice and the values of its fields, the same for every form of setting. */
export interface Chosen {
  readonly choice: string
  readonly values: Readonly<Record<string, unknown>>
}

const NO_FIELDS: Fields = {}

export function fieldsOf(setting: Setting, choice: string): Fields {
  return (Object.hasOwn(setting.choices, choice) ? setting.choices[choice]?.fields : undefined) ?? NO_FIELDS
}

/** Parses a stored value; null if its form is different or its choice does not exist. */
export function decodeSetting(setting: Setting, stored: unknown): Chosen | null {
  if (stored === null) return setting.none ? { choice: NONE, values: {} } : null
  const [only = ''] = Object.keys(setting.choices)
  if (setting.form === 'value') {
    const [name = ''] = Object.keys(fieldsOf(setting, only))
    return { choice: only, values: { [name]: stored } }
  }
  if (setting.form === 'name') return withKnownChoice(setting, stored, {})
  if (typeof stored !== 'object') return null
  const values = stored as Readonly<Record<string, unknown>>
  return setting.form === 'fields' ? { choice: only, values } : withKnownChoice(setting, values[setting.tag], values)
}

/** The stored form of a choice; `values` may contain more fields than the choice has. */
export function encodeSetting(setting: Setting, { choice, values }: Chosen): unknown {
  if (choice === NONE && setting.none) return null
  if (setting.form === 'name') return choice
  const own = Object.keys(fieldsOf(setting, choice)).map((name) => [name, values[name]] as const)
  if (setting.form === 'value') return own[0]?.[1]
  return Object.fromEntries(setting.form === 'tagged' ? [[setting.tag, choice], ...own] : own)
}

export function defaultOf(setting: Setting): unknown {
  const fields = Object.entries(fieldsOf(setting, setting.default))
  return encodeSetting(setting, {
    choice: setting.default,
    values: Object.fromEntries(fields.map(([name, field]) => [name, initialOf(field)])),
  })
}

/** The initial value in a form. */
export function initialOf(field: Field): AnyFieldValue {
  if (field.kind === 'number') return field.initial ?? field.default ?? 0
  return field.kind === 'weekday' ? field.default : field.initial
}

function withKnownChoice(setting: Setting, choice: unknown, values: Chosen['values']): Chosen | null {
  return typeof choice === 'string' && Object.hasOwn(setting.choices, choice) ? { choice, values } : null
}
