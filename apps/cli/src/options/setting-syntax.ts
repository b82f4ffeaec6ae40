import {
  type Choice,
  choiceNames,
  defaultOf,
  type Field,
  fieldsOf,
  NONE,
  type NumberField,
  type Setting,
  decodeSetting,
} from '@tradeloom/domain'

/** `--slippage <value>` for the terminal's parser. */
export function optionFlags(setting: Setting): string {
  return `${setting.option} <${valueName(setting)}>`
}

/** Accepted values, default and meaning, for the help of a command. */
export function optionHelp(setting: Setting): string {
  const chosen = decodeSetting(setting, defaultOf(setting))?.choice ?? ''
  return `${syntaxOf(setting)}${isBare(setting, chosen) ? ` (default: ${chosen})` : ''}. ${setting.help}`
}

/** The accepted syntax: `pips=<pips>, or mean=<pips>,deviation=<pips>`. */
export function syntaxOf(setting: Setting): string {
  const names = choiceNames(setting).filter((name) => isBare(setting, name))
  const first = firstNumber(setting)
  const pairs = new Map(
    Object.values(setting.choices)
      .flatMap((choice) => choiceSyntax(setting, choice))
      // Choices that differ only in their unit share one form.
      .map((syntax) => [syntax.replaceAll(/<.*?>/g, ''), syntax])
      .toReversed() as [string, string][],
  )
  return [
    ...(names.length === 0 ? [] : [names.join('|')]),
    ...(first && isEnough(setting, first) ? [`<${unitOf(first)}>`] : []),
    ...[...pairs.values()].toReversed(),
  ].join(', or ')
}

/** Whether the name of a choice is sufficient. */
export function isBare(setting: Setting, name: string): boolean {
  if (name === NONE) return setting.none !== undefined
  const { fields, needsTable } = setting.choices[name] ?? {}
  return (setting.form === 'name' || setting.form === 'tagged') && !fields && !needsTable
}

/** The field that a number without a name sets: the first required one, else the first one. */
export function firstNumber(setting: Setting): NumberField | null {
  const numbers = Object.keys(setting.choices)
    .flatMap((choice) => Object.values(fieldsOf(setting, choice)))
    .filter((field) => field.kind === 'number')
  return numbers.find((field) => field.default === undefined) ?? numbers[0] ?? null
}

/** Whether a choice needs no other fields. */
function isEnough(setting: Setting, number: NumberField): boolean {
  return Object.keys(setting.choices).some((choice) => {
    const fields = Object.values(fieldsOf(setting, choice))
    return (
      fields.includes(number) &&
      fields.every((one) => one === number || (one.kind !== 'tiers' && one.default !== undefined))
    )
  })
}

function choiceSyntax(setting: Setting, { fields = {} }: Choice): string[] {
  const all = Object.values(fields)
  if (all.length === 0 || setting.form === 'value') return []
  if (all.some(({ kind }) => kind === 'tiers')) return ['<units>=<rate>,<units>=<rate>,...']
  const isLone = all.length === 1 && all[0] === firstNumber(setting)
  if (isLone) return []
  const tag =
    setting.form === 'tagged' && setting.none ? [`${setting.tag}=${Object.keys(setting.choices).join('|')}`] : []
  return [[...all.map((field) => `${field.name}=<${unitOf(field)}>`), ...tag].join(',')]
}

function unitOf(field: Field): string {
  if (field.kind === 'weekday') return 'mon..sun|none'
  if (field.kind === 'tiers') return 'units'
  if (!field.isTypedAsStored) return field.unit
  return `${field.min} to ${field.max}`
}

function valueName(setting: Setting): string {
  const first = firstNumber(setting)
  return first && setting.form === 'value' ? first.name : 'value'
}
