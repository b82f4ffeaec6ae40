import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'empty',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  date: 'must be an ISO date, such as 2026-01-31',
  datetime: 'must be an ISO time, such as 2026-01-31T12:00:00Z',
}

const NAMELESS = 'The input'

/** What a user reads about input for which a schema has no text of its own: never the words of the library. */
function wordsOfIssue(issue: Issue): string {
  const name = nameOf(issue.path ?? [])
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input !== undefined) return `${name} must be ${KINDS[issue.expected] ?? 'something else'}`
      return textOfEmpty(issue) ?? `Please enter ${name === NAMELESS ? 'something' : lower(name)}`
    case 'invalid_value':
      if (issue.input === undefined) return `Please choose ${lower(name)}`
      if (issue.values.length === 1) return `${name} must be ${String(issue.values[0])}`
      return `${name} must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `There is nothing called ${issue.keys.slice(0, 5).join(', ')} here`
    case 'too_small':
      return `${name} must ${boundOf(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false)}`
    case 'too_big':
      return `${name} must ${boundOf(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false)}`
    case 'invalid_format':
      return `${name} ${FORMATS[issue.format] ?? 'is not valid'}`
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    default:
      return `${name} is not valid`
  }
}

/** A missing text is an empty one, for which most fields have a text. */
function textOfEmpty({ inst }: Issue): string | null {
  if (!(inst instanceof z.ZodString)) return null
  const [empty] = inst.safeParse('').error?.issues ?? []
  return empty === undefined || empty.message.startsWith(NAMELESS) ? null : empty.message
}

function boundOf(origin: string, bound: string, count: number, isInclusive: boolean): string {
  const number = count.toLocaleString('en-US')
  if (origin === 'string') return `have ${bound} ${number} character${count === 1 ? '' : 's'}`
  if (origin === 'array' || origin === 'set') return `have ${bound} ${number} ${count === 1 ? 'entry' : 'entries'}`
  if (isInclusive) return `be ${bound} ${number}`
  return `be ${bound === 'at least' ? 'more' : 'less'} than ${number}`
}

/** `initialBalance` as "Initial balance"; of a place in a list the name of the list. */
function nameOf(path: readonly PropertyKey[]): string {
  const key = path.findLast((part) => typeof part === 'string')
  if (key === undefined) return NAMELESS
  const words = String(key)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

z.config({ customError: wordsOfIssue })
