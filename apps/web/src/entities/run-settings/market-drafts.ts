import type { RunModels } from '@tradeloom/contracts'
import { MARKET_SETTINGS, type MarketModels, NO_MARKET_MODELS, type Setting } from '@tradeloom/domain'
import { type DraftErrors, settingDraft, type SettingDraft, settingErrors, storedOf } from './models/setting-draft.ts'

/** The models of other markets as form fields, by instrument; kept for markets that the chosen script does not open. */
export type MarketDrafts = Readonly<Record<string, Readonly<Record<string, SettingDraft>>>>

/** The models that each market has separately. Their rates are constant: tables belong to the run's own instrument. */
export const OF_MARKETS: readonly Setting[] = Object.values(MARKET_SETTINGS).map((setting) => {
  const { table: _, ...others } = setting
  return others
})

export function marketDraft(models: MarketModels = NO_MARKET_MODELS): Readonly<Record<string, SettingDraft>> {
  return Object.fromEntries(
    OF_MARKETS.map((setting) => [setting.key, settingDraft(setting, models[setting.key as keyof MarketModels], false)]),
  )
}

export function marketDraftsOf(models: RunModels): MarketDrafts {
  return Object.fromEntries(Object.entries(models.markets ?? {}).map(([id, own]) => [id, marketDraft(own)]))
}

export function marketErrors(draft: MarketDrafts[string] = {}): DraftErrors {
  const errors = OF_MARKETS.map((setting) => {
    const own = draft[setting.key]
    return own === undefined ? {} : settingErrors(setting, own)
  })
  return Object.assign({}, ...errors) as DraftErrors
}

/** The models of the markets that a script opens, omitted where there are none. */
export function marketModelsOf(drafts: MarketDrafts, opened: readonly string[]): RunModels['markets'] {
  const models = opened.flatMap((id) => {
    const draft = drafts[id]
    if (draft === undefined || Object.keys(marketErrors(draft)).length > 0) return []
    const own = Object.fromEntries(OF_MARKETS.map((setting) => [setting.key, storedOf(setting, draft[setting.key])]))
    return Object.values(own).every((model) => model === null) ? [] : [[id, own as unknown as MarketModels] as const]
  })
  return models.length === 0 ? undefined : Object.fromEntries(models)
}
