import { type RunModels, type RunTables, runModels } from '@tradeloom/contracts'
import { defaultModels, NONE, type Setting, SETTINGS, type SettingTable } from '@tradeloom/domain'
import { type MarketDrafts, marketDraftsOf, marketModelsOf } from '../market-drafts.ts'
import { type DraftErrors, settingDraft, type SettingDraft, settingErrors, storedOf } from './setting-draft.ts'

type TableKey = SettingTable['key']

export interface ModelsDraft {
  readonly settings: Readonly<Record<string, SettingDraft>>
  readonly markets: MarketDrafts
  readonly tables: { readonly [Key in TableKey]: RunTables[Key] }
}

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
  return { settings: Object.fromEntries(settings), markets: marketDraftsOf(models), tables: known }
}

/** Errors in the fields that the chosen models use; other fields and those of other markets are ignored. */
export function draftErrors({ settings, tables }: ModelsDraft, all: readonly Setting[] = ALL): DraftErrors {
  const errors: Record<string, string> = {}
  for (const setting of all) {
    const draft = settings[setting.key]
    if (draft === undefined || draft.choice === NONE) continue
    Object.assign(errors, settingErrors(setting, draft))
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

/** The models of the fields, which must be valid, with those of the other markets that the script opens. */
export function modelsOf(
  { settings, markets }: ModelsDraft,
  opened: readonly string[] = Object.keys(markets),
): RunModels {
  const own = Object.fromEntries(ALL.map((setting) => [setting.key, storedOf(setting, settings[setting.key])]))
  return runModels.parse({ ...own, markets: marketModelsOf(markets, opened) })
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
