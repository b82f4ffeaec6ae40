/** A number of a run model. Bounds and default are in the stored unit; the displayed unit may differ. */
export interface NumberField {
  readonly kind: 'number'
  readonly title: string
  readonly help: string
  /** Displayed unit, for example pips. */
  readonly unit: string
  readonly min: number
  readonly max: number
  /** Step of the form's arrows, in the displayed unit. */
  readonly step: number
  readonly isWhole?: true
  /** Displayed value divided by stored value: 100 turns a fraction into percent. */
  readonly factor?: number
  /** The terminal takes the stored value (`--margin 0.05`), not the displayed one. */
  readonly isTypedAsStored?: true
  /** Name in the terminal's option: `mean=0.2`. */
  readonly name: string
  /** Used when the value is omitted; without a default, the value is required. */
  readonly default?: number
  /** Initial value of the form if it differs from the default. Stored unit. */
  readonly initial?: number
  /** Part of the summary line, with `{}` for the value and `{+}` for the value with its sign. */
  readonly summary?: string
}

/** A weekday in New York, 0 is Sunday; null for none. */
export interface WeekdayField {
  readonly kind: 'weekday'
  readonly title: string
  readonly help: string
  readonly name: string
  readonly default: number
}

/** Rates by quantity, ascending from 0; each applies to the units above its own `from`. */
export interface TiersField {
  readonly kind: 'tiers'
  readonly title: string
  readonly help: string
  readonly name: string
  readonly maxTiers: number
  readonly rate: { readonly min: number; readonly max: number; readonly factor: number; readonly unit: string }
  readonly initial: readonly Tier[]
}

export interface Tier {
  readonly from: number
  readonly rate: number
}

export type Field = NumberField | WeekdayField | TiersField
export type Fields = Readonly<Record<string, Field>>

/** One choice of a model. */
export interface Choice {
  readonly title: string
  /** Its market assumption, in one line. */
  readonly help: string
  readonly fields?: Fields
  /** Requires the rows of the setting's table. */
  readonly needsTable?: true
  /** Part of the summary line; `{field}` and `{+field}` are its values. Null omits it. */
  readonly summary?: string | null
}

/** Rows that are too long for a form: stored next to the models and read from CSV files. */
export interface SettingTable {
  /** Name among the tables of a run. */
  readonly key: 'spreadByHour' | 'swapRates' | 'fundingRates'
  readonly title: string
  readonly help: string
  /** Terminal option for the file. */
  readonly option: string
  /** The form's labels for a run without these rows, and with them. */
  readonly without: { readonly title: string; readonly help: string }
  readonly within: { readonly title: string; readonly help: string }
  /** Part of the summary line: `{count} {first} {last} {min} {max}`, and `{else}` for what applies outside the rows. */
  readonly summary: string
}

interface SettingBase {
  readonly key: string
  readonly title: string
  readonly help: string
  /** Fieldset of the form. */
  readonly group: keyof typeof SETTING_GROUPS
  /** Terminal option. */
  readonly option: string
  /** File of the implementation, from the root of the repository. */
  readonly rule: string
  /** First word of its part of the summary line. */
  readonly subject?: string
  readonly choices: Readonly<Record<string, Choice>>
  /** Name of the default choice; `none` models nothing. */
  readonly default: string
  /** Nothing is modeled and null is stored. */
  readonly none?: { readonly title: string; readonly help: string }
  readonly table?: SettingTable
  /** Replaces all choices if the data has bid and ask. */
  readonly whenQuoted?: { readonly title: string; readonly help: string }
}

/**
 * A run model: its choices, bounds and texts. Everything that displays, validates or stores it is derived from this.
 * `form` defines the stored form: the name of the choice; an object of its fields, tagged with that name; an object of
 * the fields of the only choice; or the only value.
 */
export type Setting = SettingBase &
  (
    | { readonly form: 'name' }
    | { readonly form: 'tagged'; readonly tag: string }
    | { readonly form: 'fields' }
    | { readonly form: 'value' }
  )

export const SETTING_GROUPS = {
  prices: 'Prices and bars',
  orders: 'Orders',
  fills: 'Costs per fill',
  holding: 'Holding costs',
  account: 'Account',
} as const

type FieldValue<F extends Field> = F extends NumberField
  ? number
  : F extends WeekdayField
    ? number | null
    : readonly Tier[]

type FieldValues<C extends Choice> = C extends { readonly fields: infer F extends Fields }
  ? { readonly [Name in keyof F]: FieldValue<F[Name]> }
  : unknown

type Some<S extends Setting> = S extends { readonly form: 'name' }
  ? keyof S['choices']
  : S extends { readonly form: 'tagged'; readonly tag: infer Tag extends string }
    ? {
        [Name in keyof S['choices']]: Merged<{ readonly [T in Tag]: Name } & FieldValues<S['choices'][Name]>>
      }[keyof S['choices']]
    : S extends { readonly form: 'fields' }
      ? FieldValues<S['choices'][keyof S['choices']]>
      : number

type Merged<T> = { [K in keyof T]: T[K] }

/** The stored type of a setting. */
export type SettingValue<S extends Setting> = S extends { readonly none: object } ? Some<S> | null : Some<S>
