import {
  choiceNames,
  type Field,
  fieldProblem,
  fieldsOf,
  NONE,
  encodeSetting,
  type Setting,
  type Tier,
  type TiersField,
  toStored,
  UserError,
} from '@tradeloom/domain'
import { firstNumber, isBare, syntaxOf } from './setting-syntax.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The stored value for a text. Throws UserError with one clear line for the first error. */
export function parseSetting(setting: Setting, text: string): unknown {
  const { option } = setting
  const word = text.trim()
  if (choiceNames(setting).includes(word) && isBare(setting, word)) {
    return encodeSetting(setting, { choice: word, values: {} })
  }
  const tiers = tiersIn(setting)
  if (tiers && /^\s*[\d.]+\s*=/.test(text)) return parseTiers(setting, tiers, text)
  if (firstNumber(setting) === null)
    throw new UserError('invalid-input', `${option} ${text} is not one of ${choiceNames(setting).join(', ')}`)
  const pairs = readPairs(setting, text)
  const choice = matchingChoice(setting, text, pairs)
  const bare = choiceNames(setting)
    .filter((name) => isBare(setting, name))
    .join(' or ')
  const isOnly = !text.includes('=')
  const values: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fieldsOf(setting, choice))) {
    const given = pairs[field.name]
    values[key] =
      given === undefined
        ? defaultOfField(field)
        : isOnly
          ? parseField(option, field, given, bare)
          : parseField(`${option} ${field.name}`, field, given)
  }
  return encodeSetting(setting, { choice, values })
}

function readPairs(setting: Setting, text: string): Record<string, string> {
  const fields = Object.keys(setting.choices).flatMap((choice) => Object.values(fieldsOf(setting, choice)))
  const tag = setting.form === 'tagged' ? [setting.tag] : []
  const known = [...new Set([...fields.filter(({ kind }) => kind !== 'tiers').map(({ name }) => name), ...tag])]
  const pairs: Record<string, string> = {}
  for (const part of text.split(',')) {
    const i = part.indexOf('=')
    const name = i < 0 ? (firstNumber(setting)?.name ?? '') : part.slice(0, i).trim()
    if (!known.includes(name))
      throw new UserError('invalid-input', `${setting.option} ${name} is not one of ${known.join(', ')}`)
    if (pairs[name] !== undefined)
      throw new UserError('invalid-input', `${setting.option} ${text}: ${name} is repeated`)
    pairs[name] = part.slice(i + 1).trim()
  }
  return pairs
}

/** The named choice, or the one whose required fields are given and that has all given ones. */
function matchingChoice(setting: Setting, text: string, pairs: Readonly<Record<string, string>>): string {
  const names = Object.keys(setting.choices)
  const tag = setting.form === 'tagged' ? setting.tag : ''
  const named = pairs[tag]
  if (named !== undefined && !names.includes(named)) {
    throw new UserError('invalid-input', `${setting.option} ${tag} ${named} is not one of ${names.join(', ')}`)
  }
  const found = (named === undefined ? names : [named]).find((choice) => {
    const fields = Object.values(fieldsOf(setting, choice))
    const isWhole = fields.every((field) => field.name in pairs || defaultOfField(field) !== undefined)
    return isWhole && Object.keys(pairs).every((name) => name === tag || fields.some((field) => field.name === name))
  })
  if (found === undefined)
    throw new UserError('invalid-input', `${setting.option} ${text} is not of the form ${syntaxOf(setting)}`)
  return found
}

function defaultOfField(field: Field): unknown {
  return field.kind === 'tiers' ? undefined : field.default
}

function parseField(option: string, field: Field, text: string, names = ''): unknown {
  if (field.kind === 'weekday') {
    const day = (WEEKDAYS as readonly string[]).indexOf(text)
    if (day < 0 && text !== NONE)
      throw new UserError('invalid-input', `${option} ${text} is not one of ${WEEKDAYS.join(', ')}, ${NONE}`)
    return day < 0 ? null : day
  }
  if (field.kind === 'tiers') return undefined
  const typed = text.trim() === '' ? Number.NaN : Number(text)
  const stored = field.isTypedAsStored ? typed : toStored(field, typed)
  const problem = fieldProblem(field, stored, field.isTypedAsStored ? 'stored' : 'shown')
  if (problem !== null)
    throw new UserError('invalid-input', `${option} ${text} ${problem}${names === '' ? '' : `, or ${names}`}`)
  return stored
}

/** `0=0.02,100000=0.05`: rates for units above a quantity. */
function parseTiers(setting: Setting, { choice, key, field }: TiersPlace, text: string): unknown {
  const tiers = text.split(',').map((part): Tier => {
    const [from = '', rate = ''] = part.split('=')
    return { from: numberOf(from), rate: numberOf(rate) }
  })
  tiers.sort((a, b) => a.from - b.from)
  const twice = tiers.find(({ from }, i) => i > 0 && from === tiers[i - 1]?.from)
  if (twice) throw new UserError('invalid-input', `${setting.option} ${text}: ${twice.from} is repeated`)
  const problem = fieldProblem(field, tiers, 'stored')
  if (problem !== null) throw new UserError('invalid-input', `${setting.option} ${text} ${problem}`)
  return encodeSetting(setting, { choice, values: { [key]: tiers } })
}

interface TiersPlace {
  readonly choice: string
  readonly key: string
  readonly field: TiersField
}

function tiersIn(setting: Setting): TiersPlace | null {
  for (const choice of Object.keys(setting.choices)) {
    for (const [key, field] of Object.entries(fieldsOf(setting, choice))) {
      if (field.kind === 'tiers') return { choice, key, field }
    }
  }
  return null
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
