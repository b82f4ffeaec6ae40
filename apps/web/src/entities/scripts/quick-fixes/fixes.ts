import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import { API_NAMES, HANDLER_NAMES } from '@tradeloom/script/api-names'

/** A problem of a script and the text around it. */
export interface Place {
  readonly message: string
  /** All lines of the script. */
  readonly lines: readonly string[]
  /** Place of the problem, counted from 1. */
  readonly line: number
  readonly column: number
  readonly endColumn: number
}

/** A change that repairs a problem: the text that replaces a part of one line. */
export interface Fix {
  readonly title: string
  readonly line: number
  readonly column: number
  readonly endColumn: number
  readonly text: string
}

/** What other platforms call the fields of an order. */
const FIELDS: Readonly<Record<string, string>> = {
  qty: 'quantity',
  amount: 'quantity',
  size: 'quantity',
  units: 'quantity',
  lots: 'quantity',
  price: 'limitPrice',
  limit: 'limitPrice',
  stop: 'stopPrice',
  sl: 'stopLoss',
  tp: 'takeProfit',
  trailing: 'trailingStop',
  tif: 'timeInForce',
}

/** What other platforms call a handler or a function. */
const NAMES: Readonly<Record<string, string>> = {
  onBar: 'onIntervalClose',
  onCandle: 'onIntervalClose',
  onBarClose: 'onIntervalClose',
  next: 'onIntervalClose',
  onData: 'onTick',
  onQuote: 'onTick',
  onInit: 'onStart',
  init: 'onStart',
  print: 'log',
  alert: 'log',
  close: 'closeAll',
}

type Rule = (place: Place, marked: string, line: string) => readonly Fix[]

/** A fix that replaces the marked text. */
function replaced(place: Place, text: string): Fix {
  const { line, column, endColumn } = place
  return { title: `Change to ${text}`, line, column, endColumn, text }
}

const letters = (word: string): string => [...word.toLowerCase()].sort().join('')

/** How many letters must change to make one word of the other; letters in another order count once. */
function distance(one: string, other: string): number {
  if (one !== other && letters(one) === letters(other)) return 1
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1]?.toLowerCase() === other[j - 1]?.toLowerCase() ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The known name that a misspelled one most likely means; null if none is close. */
function nearestName(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((known) => ({ known, changes: distance(name, known) }))
    .toSorted((left, right) => left.changes - right.changes)
  return best !== undefined && best.changes > 0 && best.changes <= Math.max(1, name.length / 3) ? best.known : null
}

/** The type checker's own suggestion. */
const suggestion: Rule = (place) => {
  const name = /Did you mean (?:to write )?'([\w$]+)'/.exec(place.message)?.[1]
  return name === undefined ? [] : [replaced(place, name)]
}

const UNITS: Readonly<Record<string, number>> = { S: 1000, M: 60_000, H: 3_600_000, D: 86_400_000, W: 604_800_000 }

/** `'M7'`: the interval of the nearest length. */
const interval: Rule = (place, marked) => {
  const [, unit = '', count = ''] = /^['"]([SMHDW])(\d+)['"]$/i.exec(marked) ?? []
  const length = (UNITS[unit.toUpperCase()] ?? 0) * Number(count)
  if (length === 0 || !/BarInterval/.test(place.message)) return []
  const [nearest] = Object.entries(INTERVALS)
    .filter(([key]) => isBarInterval(key))
    .map(([key, { ms }]) => ({ key, difference: Math.abs(Math.log(ms / length)) }))
    .toSorted((left, right) => left.difference - right.difference)
  return nearest === undefined ? [] : [replaced(place, `'${nearest.key}'`)]
}

/** `buy({ qty: 1 })` */
const field: Rule = (place, marked) => {
  const name = FIELDS[marked]
  return name !== undefined && place.message.includes('does not exist in type') ? [replaced(place, name)] : []
}

/** `quantity: '1000'`: the checker marks the name or the value. */
const quotedNumber: Rule = (place, _, line) => {
  if (!/'string' is not assignable to (?:parameter of )?type 'number'/.test(place.message)) return []
  const quoted = /(['"])(-?\d+(?:\.\d+)?)\1/.exec(line.slice(place.column - 1))
  if (quoted === null) return []
  const column = place.column + quoted.index
  const [text, , number = ''] = quoted
  return [{ title: `Change to ${number}`, line: place.line, column, endColumn: column + text.length, text: number }]
}

/** `console.log` is `log`. */
const consoleLog: Rule = (place, marked, line) => {
  const call = /^console\.\w+/.exec(line.slice(place.column - 1))
  return marked !== 'console' || call === null
    ? []
    : [{ ...replaced(place, 'log'), endColumn: place.column + call[0].length }]
}

/** Names that are in no scope: what other platforms call it, a misspelled one, or an external to declare. */
const unknownName: Rule = (place, marked) => {
  if (!place.message.startsWith(`${marked} is not declared`)) return []
  const name = NAMES[marked] ?? nearestName(marked, API_NAMES)
  return [...(name === null || name === undefined ? [] : [replaced(place, name)]), ...declaredExternal(place, marked)]
}

function declaredExternal({ lines }: Place, name: string): readonly Fix[] {
  const title = `Declare the external ${name}`
  const place = lines.findIndex((line) => /^\s*const externals = \[/.test(line))
  if (place === -1) return [{ title, line: 1, column: 1, endColumn: 1, text: `const externals = ['${name}']\n\n` }]
  const line = lines[place] ?? ''
  const column = line.indexOf('[') + 2
  const text = /\[\s*\]/.test(line) ? `'${name}'` : `'${name}', `
  return [{ title, line: place + 1, column, endColumn: column, text }]
}

/** A script without a handler, when a function has the name of one on other platforms, or nearly the right one. */
const missingHandler: Rule = ({ message, lines }) => {
  if (!message.startsWith('Script must declare')) return []
  for (const [i, text] of lines.entries()) {
    const [whole = '', name = ''] = /^\s*function\s+([\w$]+)/.exec(text) ?? []
    const handler = NAMES[name] ?? nearestName(name, HANDLER_NAMES)
    if (name === '' || handler === null || handler === undefined || !handler.startsWith('on')) continue
    const column = whole.length - name.length + 1
    return [
      { title: `Rename ${name} to ${handler}`, line: i + 1, column, endColumn: column + name.length, text: handler },
    ]
  }
  return []
}

/** An external or a variable that nothing uses. */
const unused: Rule = (place, marked, line) => {
  const name = /^(?:External )?([\w$]+) is never used$/.exec(place.message)?.[1]
  if (name === undefined) return []
  if (place.message.startsWith('External')) {
    const after = /^\s*,\s*/.exec(line.slice(place.endColumn - 1))?.[0].length ?? 0
    const before = after > 0 ? 0 : (/,\s*$/.exec(line.slice(0, place.column - 1))?.[0].length ?? 0)
    const [column, endColumn] = [place.column - before, place.endColumn + after]
    return [{ title: `Remove the external ${name}`, line: place.line, column, endColumn, text: '' }]
  }
  const isWholeLine = new RegExp(`^\\s*(?:const|let|var) ${marked.replaceAll('$', String.raw`\$`)}(?: = [^,]*)?;?\\s*$`)
  return isWholeLine.test(line)
    ? [{ title: `Remove ${name}`, line: place.line, column: 1, endColumn: line.length + 1, text: '' }]
    : []
}

const RULES: readonly Rule[] = [
  suggestion,
  interval,
  field,
  quotedNumber,
  consoleLog,
  unknownName,
  missingHandler,
  unused,
]

/** Changes that repair a problem, the most likely one first. */
export function fixesFor(place: Place): Fix[] {
  const line = place.lines[place.line - 1] ?? ''
  const marked = line.slice(place.column - 1, place.endColumn - 1)
  const fixes = RULES.flatMap((rule) => rule(place, marked, line))
  return [...new Map(fixes.map((fix) => [fix.title, fix])).values()]
}
