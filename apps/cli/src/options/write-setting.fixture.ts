import { type Field, fieldsOf, NONE, type Setting, decodeSetting, type Tier, toShown } from '@tradeloom/domain'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The text that `parseSetting` parses to this stored value. */
export function writeSetting(setting: Setting, stored: unknown): string {
  const chosen = decodeSetting(setting, stored)
  if (chosen === null) throw new Error(`${setting.title} cannot be written: ${JSON.stringify(stored)}`)
  const { choice, values } = chosen
  const fields = Object.entries(fieldsOf(setting, choice))
  if (fields.length === 0) return choice
  if (setting.form === 'value') return fields.map(([key, field]) => writeField(field, values[key])).join('')
  const tiers = fields.find(([, { kind }]) => kind === 'tiers')
  if (tiers) return (values[tiers[0]] as readonly Tier[]).map(({ from, rate }) => `${from}=${rate}`).join(',')
  const parts = fields.map(([key, field]) => `${field.name}=${writeField(field, values[key])}`)
  return [...parts, ...(setting.form === 'tagged' ? [`${setting.tag}=${choice}`] : [])].join(',')
}

function writeField(field: Field, value: unknown): string {
  if (field.kind === 'weekday') return value === null ? NONE : (WEEKDAYS[value as number] ?? '')
  if (field.kind === 'tiers') return ''
  return String(field.isTypedAsStored ? value : toShown(field, value as number))
}
