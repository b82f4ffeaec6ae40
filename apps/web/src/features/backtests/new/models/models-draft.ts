import { type RunModels, type RunTables, runModels } from '@tradeloom/contracts'
import {
  defaultModels,
  type Field,
  fieldProblem,
  fieldsOf,
  initialOf,
  NONE,
  encodeSetting,
  type Setting,
  SETTINGS,
  type SettingTable,
  decodeSetting,
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

type TableKey = SettingTable['key']

export interface ModelsDraft {
  readonly settings: Readonly<Record<string, SettingDraft>>
  readonly tables: { readonly [Key in TableKey]: RunTables[Key] }
}

/** Error messages by path of the field in the draft: `slippage.pips`. */
export type DraftErrors = Readonly<Record<string, string>>

const ALL: readonly Setting[] = Object.values(SETTINGS)

export const defaultDraft = (): ModelsDraft => draftOf(defaultModels(), null)

export function draftOf(models: RunModels, tables: RunTables | null): ModelsDraft {
  const known = {
    spreadByHour: tables?.spreadByHour ?? null,
    swapRates: tables?.swapRates ?? null,
    fundingRates: tables?.fundingRates ?? null,
  }
  const settings = ALL.map((setting) => {
    const hasRows = setting.table !== undefined && known[setting.table.key] !== null
    return [setting.key, settingDraft(setting, models[setting.key as keyof RunModels], hasRows)] as const
  })
  return { settings: Object.fromEntries(settings), tables: known }
}

function settingDraft(setting: Setting, stored: unknown, hasRows: boolean): SettingDraft {
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

/** Errors in the fields that the chosen models use; other fields are ignored. */
export function draftErrors({ settings, tables }: ModelsDraft, all: readonly Setting[] = ALL): DraftErrors {
  const errors: Record<string, string> = {}
  for (const setting of all) {
    const draft = settings[setting.key]
    if (draft === undefined || draft.choice === NONE) continue
    for (const [name, field] of Object.entries(fieldsOf(setting, draft.choice))) {
      const problem = fieldProblem(field, storedValue(field, draft.values[name]), 'shown')
      if (problem !== null) errors[`${setting.key}.${name}`] = capitalized(problem)
    }
    const { table } = setting
    if (table && usesRows(setting, draft) && tables[table.key] === null)
      errors[`${setting.key}.rows`] = 'Rows are missing'
  }
  return errors
}

/** Whether the rows of the setting's table apply to its choice. */
export function usesRows(setting: Setting, { choice, hasRows }: SettingDraft): boolean {
  if (setting.choices[choice]?.needsTable) return true
  return setting.none !== undefined && setting.table !== undefined && choice !== NONE && hasRows
}

/** The models of the fields, which must be valid. */
export function modelsOf({ settings }: ModelsDraft): RunModels {
  return runModels.parse(
    Object.fromEntries(ALL.map((setting) => [setting.key, storedOf(setting, settings[setting.key])])),
  )
}

function storedOf(setting: Setting, draft: SettingDraft | undefined): unknown {
  const { choice, values } = draft ?? settingDraft(setting, undefined, false)
  const stored = Object.entries(fieldsOf(setting, choice)).map(([name, field]) => [
    name,
    storedValue(field, values[name]),
  ])
  return encodeSetting(setting, { choice, values: Object.fromEntries(stored) })
}

/** The long tables that the chosen models use; null if there are none. */
export function tablesOf({ settings, tables }: ModelsDraft): RunTables | null {
  const chosen = { spreadByHour: null, fundingRates: null, swapRates: null } as Record<TableKey, unknown>
  for (const setting of ALL) {
    const draft = settings[setting.key]
    if (setting.table && draft && usesRows(setting, draft)) chosen[setting.table.key] = tables[setting.table.key]
  }
  return Object.values(chosen).every((table) => table === null) ? null : (chosen as RunTables)
}

/** Quoted prices have their own spread, so no spread model is sent; what was typed is kept for the next instrument. */
export function withSpreadFor(draft: ModelsDraft, isOnePrice: boolean): ModelsDraft {
  const { spread } = draft.settings
  if (isOnePrice || spread === undefined || spread.choice === SETTINGS.spread.default) return draft
  return { ...draft, settings: { ...draft.settings, spread: { ...spread, choice: SETTINGS.spread.default } } }
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
