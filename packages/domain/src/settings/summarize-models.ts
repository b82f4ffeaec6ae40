import { isoTime } from '../time/utc-time.ts'
import { defaultOf, fieldsOf, NONE, decodeSetting } from './chosen.ts'
import { MARKET_SETTINGS, type MarketModels } from './market-models.ts'
import type { Field, Setting, SettingTable } from './setting.ts'
import { inWords, toShown } from './units.ts'

/** What lists show of a long table: its size and ends, or its range. */
export type TableSummary =
  | { readonly count: number; readonly first: number; readonly last: number }
  | { readonly least: number; readonly most: number }
export type TableSummaries = { readonly [Key in SettingTable['key']]?: TableSummary | null | undefined }

/** The differences from the defaults in one line; empty if there are none. */
export function summarizeModels(
  settings: readonly Setting[],
  models: Readonly<Record<string, unknown>>,
  tables: TableSummaries | null,
): string {
  const parts = summarizeAll(settings, models, tables)
  const line = [...parts, ...marketParts(models['markets'])].join('; ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function summarizeAll(
  settings: readonly Setting[],
  models: Readonly<Record<string, unknown>>,
  tables: TableSummaries | null,
): string[] {
  return settings
    .map((setting) => summarizeSetting(setting, models[setting.key], tables))
    .filter((part) => part !== null)
}

/** The models that other markets have of their own. */
function marketParts(markets: unknown): string[] {
  return Object.entries((markets ?? {}) as Readonly<Record<string, MarketModels>>).flatMap(([id, own]) => {
    const parts = summarizeAll(Object.values(MARKET_SETTINGS), own, null)
    return parts.length === 0 ? [] : [`${id} ${parts.join(', ')}`]
  })
}

function summarizeSetting(setting: Setting, stored: unknown, tables: TableSummaries | null): string | null {
  const chosen = decodeSetting(setting, stored)
  if (chosen === null || chosen.choice === NONE || isDefault(setting, stored)) return null
  const choice = setting.choices[chosen.choice]
  const fields = fieldsOf(setting, chosen.choice)
  const known = choice?.summary === undefined ? fieldParts(fields, chosen.values) : choice.summary
  if (known === null) return null
  const text = known === '' ? (choice?.title ?? '').toLowerCase() : filled(known, fields, chosen.values)
  const { table } = setting
  const rows = table && (choice?.needsTable || setting.none) ? tables?.[table.key] : null
  const whole = table && rows ? tableText(table.summary, rows, text) : text
  return setting.subject === undefined ? whole : `${setting.subject} ${whole}`
}

/** The parts for fields that differ from their defaults. */
function fieldParts(fields: Readonly<Record<string, Field>>, values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'number' || values[name] === field.default) return []
    const template = field.summary ?? `${field.title.toLowerCase()} {} ${field.unit}`
    return [template.replace(/\{(\+?)\}/, (_, sign: string) => shown(field, values[name], sign))]
  })
  return parts.join(', ')
}

function filled(
  template: string,
  fields: Readonly<Record<string, Field>>,
  values: Readonly<Record<string, unknown>>,
): string {
  return template.replaceAll(/\{(\+?)(\w+)\}/g, (whole, sign: string, name: string) => {
    const field = fields[name]
    return field ? shown(field, values[name], sign) : whole
  })
}

function shown(field: Field, value: unknown, sign: string): string {
  if (field.kind === 'tiers') return String((value as readonly unknown[]).length)
  if (field.kind === 'weekday') return String(value)
  const number = toShown(field, value as number)
  return `${sign === '+' && number > 0 ? '+' : ''}${inWords(number)}`
}

function tableText(template: string, rows: TableSummary, otherwise: string): string {
  const words: Readonly<Record<string, string>> =
    'count' in rows
      ? { count: inWords(rows.count), first: day(rows.first), last: day(rows.last), else: otherwise }
      : { min: inWords(rows.least), max: inWords(rows.most) }
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
}

function day(time: number): string {
  return isoTime(time).slice(0, 10)
}

function isDefault(setting: Setting, stored: unknown): boolean {
  return JSON.stringify(stored) === JSON.stringify(defaultOf(setting))
}
