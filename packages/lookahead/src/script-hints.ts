import { type AnyNode, parse } from 'acorn'

import type { Place } from './report.ts'

/**
 * What the text of a script shows of knowledge that it may carry. A hint proves nothing: it tells where to look, and
 * which times and prices the invented market should have so that such knowledge is used.
 */
export interface ScriptHints {
  /** Where moments or years are written, or a year is asked for. */
  readonly dates: readonly Place[]
  /** Moments that are written in the text, UTC milliseconds. */
  readonly instants: readonly number[]
  /** Numbers that may count days, hours or minutes since 1970, as UTC milliseconds. */
  readonly maybeInstants: readonly number[]
  readonly years: readonly number[]
  /** Where numbers are written that look like prices, and which. */
  readonly prices: readonly Place[]
  readonly priceValues: readonly number[]
  /** The first of several days without a year, such as '02-05'. */
  readonly dayTable: Place | null
  /** Where many values are written beside each other: what is known must stand somewhere. */
  readonly tables: readonly Place[]
  /** Numbers that may hold many bits, and texts that are read as such numbers. */
  readonly packed: readonly Place[]
  /** The first loop that has no end: nothing in it leaves it. */
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
  days: Place[]
  tables: Place[]
  packed: Place[]
  endless: Place | null
  compared: Place[]
}

const FIRST_MS = Date.UTC(1990, 0)
const LAST_MS = Date.UTC(2050, 0)
const DAY = 86_400_000
/** So many days without a year are a table of them. */
const TABLE = 4
/** So many values beside each other, or so long a text without a sentence in it. */
const MANY = 8
const LONG_TEXT = 24
/** A table of thousands of values is known by its first ones. */
const MOST = 2_000

/** Reads a script whose types are erased. Never throws: a text that cannot be read gives no hints. */
export function scriptHints(javascript: string): ScriptHints {
  const found: Found = {
    dates: [],
    yearPlaces: [],
    instants: [],
    maybeInstants: [],
    years: [],
    prices: [],
    priceValues: [],
    days: [],
    tables: [],
    packed: [],
    endless: null,
    compared: [],
  }
  try {
    visit(parse(javascript, { ecmaVersion: 2025, sourceType: 'script', locations: true }), found)
  } catch {
    // The check itself will tell what is wrong with the text.
  }
  const { yearPlaces, days, compared, ...hints } = found
  return {
    ...hints,
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
    if (unit !== undefined && found.maybeInstants.length < MOST) found.maybeInstants.push(value * unit)
  }
  const decimals = raw.split('.')[1]?.length ?? 0
  const isPrice = value > 0.05 && (decimals >= 4 || (decimals >= 2 && value > 20))
  if (isPrice && found.prices.length < MOST) {
    found.prices.push(place)
    found.priceValues.push(value)
  }
}

/** A whole number of many digits that is not round, as lengths of time and quantities are, or written by its bits. */
function isPacked(value: unknown, raw: string): boolean {
  if (typeof value === 'bigint') return raw.length > 6
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 << 14) return false
  return /^0[bxo]/i.test(raw) || (value % 1000 !== 0 && Math.log2(value) % 1 !== 0)
}

function instant(time: number, place: Place, found: Found): void {
  if (found.instants.length >= MOST) return
  found.instants.push(time)
  found.dates.push(place)
}

/** `for (;;)` and `while (true)` with nothing in them that ends them. */
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

/** Values in an array, an object, the cases of a switch, comparisons one after the other, or a long text. */
function table(node: AnyNode, found: Found): void {
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

/** Sentences for the log have unlike words; what is packed into a text has digits, no gaps, or words of one length. */
function isDense(text: string): boolean {
  if (text.length < LONG_TEXT) return false
  const words = text.split(/[\s,;|]+/)
  const isEven = words.length >= MANY && words.every((word) => word.length === words[0]?.length)
  return words.length === 1 || isEven || (text.match(/\d/g) ?? []).length * 3 > text.length
}

/** `Date.UTC(2024, 1, 5)`, `new Date(2024, 1)`, and questions for the year. */
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
