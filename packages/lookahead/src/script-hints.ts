import { type AnyNode, parse } from 'acorn'

import type { Place } from './report.ts'

/**
 * Signs in the source that a script may carry knowledge of past prices. A hint is no finding: it shows where to look, and
 * which times and prices a simulated market needs so that the script uses that knowledge.
 */
export interface ScriptHints {
  /** Where times or years are written, or the year is read. */
  readonly dates: readonly Place[]
  /** Times written in the source, UTC milliseconds. */
  readonly instants: readonly number[]
  /** Numbers that may count days, hours or minutes since 1970, as UTC milliseconds. */
  readonly maybeInstants: readonly number[]
  readonly years: readonly number[]
  /** Where numbers that look like prices are written, and their values. */
  readonly prices: readonly Place[]
  readonly priceValues: readonly number[]
  /** All numbers that are written in the source, each once. */
  readonly numbers: readonly number[]
  /** The first of several days without a year, such as '02-05'. */
  readonly dayTable: Place | null
  /** Where many values are written side by side: knowledge has to be stored somewhere. */
  readonly tables: readonly Place[]
  /** Numbers that may encode many bits, and strings that are parsed as such numbers. */
  readonly packed: readonly Place[]
  /** The first endless loop: nothing inside it leaves it. */
  readonly endless: Place | null
}

interface Found {
  dates: Place[]
  yearPlaces: Place[]
  instants: number[]
  maybeInstants: number[]
  years: number[]
  prices: Place[]
  priceValues: number[]
  numbers: Set<number>
  days: Place[]
  tables: Place[]
  packed: Place[]
  endless: Place | null
  compared: Place[]
}

const FIRST_MS = Date.UTC(1990, 0)
const LAST_MS = Date.UTC(2050, 0)
const DAY = 86_400_000
/** This many days without a year make a table. */
const TABLE = 4
/** This many values side by side, or this long a string without a sentence, count as a table. */
const MANY = 8
const LONG_TEXT = 24
/** Enough of a table to recognize it. */
const MAX_HINTS = 2_000

/** Reads a script whose types are erased. Never throws: source that does not parse gives no hints. */
export function scriptHints(javascript: string): ScriptHints {
  const found: Found = {
    dates: [],
    yearPlaces: [],
    instants: [],
    maybeInstants: [],
    years: [],
    prices: [],
    priceValues: [],
    numbers: new Set(),
    days: [],
    tables: [],
    packed: [],
    endless: null,
    compared: [],
  }
  try {
    visit(parse(javascript, { ecmaVersion: 2025, sourceType: 'script', locations: true }), found)
  } catch {
    // The analysis of the script reports what is wrong with the source.
  }
  const { yearPlaces, days, compared, numbers, ...hints } = found
  return {
    ...hints,
    numbers: [...numbers].slice(0, MAX_HINTS),
    dates: [...found.dates, ...yearPlaces],
    dayTable: days.length >= TABLE ? (days[0] ?? null) : null,
    tables: compared.length >= MANY ? [...found.tables, compared[0] as Place] : found.tables,
  }
}

function visit(node: AnyNode, found: Found): void {
  table(node, found)
  if (isEndless(node)) found.endless ??= placeOf(node)
  if (node.type === 'Literal') literal(node.value, node.raw ?? '', placeOf(node), found)
  if (node.type === 'CallExpression' || node.type === 'NewExpression') call(node, found)
  for (const child of childrenOf(node)) visit(child, found)
}

function placeOf({ loc }: AnyNode): Place {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 }
}

function literal(value: unknown, raw: string, place: Place, found: Found): void {
  if (isPacked(value, raw)) found.packed.push(place)
  if (typeof value === 'string') text(value, place, found)
  if (typeof value === 'number') number(value, raw, place, found)
}

function text(value: string, place: Place, found: Found): void {
  const date = /\b(19|20)\d\d[-/.](0?[1-9]|1[0-2])([-/.](0?[1-9]|[12]\d|3[01]))?/.exec(value)
  if (date) {
    const [year = '', month = '1', day = '1'] = date[0].split(/[-/.]/)
    instant(Date.UTC(Number(year), Number(month) - 1, Number(day)), place, found)
  } else if (/^\d+\.\d{2,}$/.test(value)) number(Number(value), value, place, found)
  else if (/^(0?[1-9]|[12]\d|3[01])[-/.](0?[1-9]|[12]\d|3[01])$/.test(value)) found.days.push(place)
}

function number(value: number, raw: string, place: Place, found: Found): void {
  if (Number.isInteger(value)) {
    if (value >= FIRST_MS && value < LAST_MS) instant(value, place, found)
    else if (value * 1000 >= FIRST_MS && value * 1000 < LAST_MS) instant(value * 1000, place, found)
    else if (value >= 1990 && value < 2050) {
      found.years.push(value)
      found.yearPlaces.push(place)
    }
    const unit = [DAY, DAY / 24, 60_000].find((ms) => value * ms >= FIRST_MS && value * ms < LAST_MS)
    if (unit !== undefined && found.maybeInstants.length < MAX_HINTS) found.maybeInstants.push(value * unit)
  }
  const decimals = raw.split('.')[1]?.length ?? 0
  const isPrice = value > 0.05 && (decimals >= 4 || (decimals >= 2 && value > 20))
  if (isPrice && found.prices.length < MAX_HINTS) {
    found.prices.push(place)
    found.priceValues.push(value)
  }
}

/** A whole number with many digits that is not round (durations and quantities are round), or written in bits. */
function isPacked(value: unknown, raw: string): boolean {
  if (typeof value === 'bigint') return raw.length > 6
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 << 14) return false
  return /^0[bxo]/i.test(raw) || (value % 1000 !== 0 && Math.log2(value) % 1 !== 0)
}

function instant(time: number, place: Place, found: Found): void {
  if (found.instants.length >= MAX_HINTS) return
  found.instants.push(time)
  found.dates.push(place)
}

/** `for (;;)` or `while (true)` without anything that leaves it. */
function isEndless(node: AnyNode): boolean {
  const isLoop = node.type === 'ForStatement' || node.type === 'WhileStatement' || node.type === 'DoWhileStatement'
  if (!isLoop) return false
  const isAlways = !node.test || (node.test.type === 'Literal' && Boolean(node.test.value))
  return isAlways && !leaves(node.body)
}

function leaves(node: AnyNode): boolean {
  if (['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'YieldExpression'].includes(node.type)) return true
  return childrenOf(node).some(leaves)
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((child): child is AnyNode => typeof child === 'object' && child !== null && 'type' in child)
}

/** Values in an array, an object, the cases of a switch, successive comparisons, or a long string. */
function table(node: AnyNode, found: Found): void {
  if (node.type === 'Literal' && typeof node.value === 'number') found.numbers.add(node.value)
  if (valuesIn(node) >= MANY) found.tables.push(placeOf(node))
  if (node.type === 'Literal' && typeof node.value === 'string' && isDense(node.value)) found.tables.push(placeOf(node))
  if (node.type === 'TemplateElement' && isDense(node.value.raw)) found.tables.push(placeOf(node))
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator) && isValue(node.right))
    found.compared.push(placeOf(node))
}

function valuesIn(node: AnyNode): number {
  if (node.type === 'ArrayExpression') return node.elements.filter((one) => one && isValue(one)).length
  if (node.type === 'SwitchStatement') return node.cases.filter(({ test }) => test && isValue(test)).length
  if (node.type !== 'ObjectExpression') return 0
  return node.properties.filter((one) => one.type === 'Property' && one.key.type === 'Literal' && isValue(one.value))
    .length
}

function isValue(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return isValue(node.argument)
  return node.type === 'Literal' && (typeof node.value === 'number' || typeof node.value === 'string')
}

/** Log messages have words of different lengths; packed strings have digits, no gaps, or words of equal length. */
function isDense(text: string): boolean {
  if (text.length < LONG_TEXT) return false
  const words = text.split(/[\s,;|]+/)
  const isEven = words.length >= MANY && words.every((word) => word.length === words[0]?.length)
  return words.length === 1 || isEven || (text.match(/\d/g) ?? []).length * 3 > text.length
}

/** `Date.UTC(2024, 1, 5)`, `new Date(2024, 1)`, and calls that read the year. */
function call(node: Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>, found: Found): void {
  const { callee } = node
  const name =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
      ? callee.property.name
      : callee.type === 'Identifier'
        ? callee.name
        : ''
  if (name === 'parseInt' && node.arguments.length > 1) found.packed.push(placeOf(node))
  if (name === 'getUTCFullYear' || name === 'getFullYear') found.yearPlaces.push(placeOf(node))
  if (name !== 'UTC' && !(name === 'Date' && node.type === 'NewExpression')) return
  const parts = node.arguments.map((part) => (part.type === 'Literal' ? part.value : undefined))
  const [year, month = 0, day = 1] = parts
  if (typeof year === 'number' && year >= 1990 && year < 2050 && parts.length > 1) {
    instant(Date.UTC(year, Number(month) || 0, Number(day) || 1), placeOf(node), found)
  }
}
