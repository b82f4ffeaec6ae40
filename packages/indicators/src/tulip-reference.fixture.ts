import type { OhlcColumns } from '@tradeloom/domain'

import { computeIndicator } from './compute-indicator.ts'
import { type Mapping, REFERENCE_MAPPINGS, type Values } from './tulip-mappings.fixture.ts'

/** One block of a published vector: a name with options, input columns and output columns. */
interface Block {
  readonly file: string
  readonly name: string
  readonly options: readonly number[]
  readonly columns: readonly (readonly number[])[]
  /** Number of decimals printed in each column. */
  readonly decimals: readonly number[]
}

/** The comparison of one output of a block, and the differences found. */
export interface Comparison {
  readonly key: string
  readonly block: string
  readonly output: string
  /** Number of compared values, excluding those before ours begin. */
  readonly compared: number
  readonly missing: number
  /** Largest relative difference of the printed numbers. */
  readonly largest: number
  /** Largest relative difference beyond the rounding of the printed numbers. */
  readonly beyondRounding: number
  /** Why the start had to be fed or removed, if so. */
  readonly because: string
}

/** Blocks of a file; lines that begin with # are comments. */
export function parseBlocks(file: string, text: string): Block[] {
  const blocks: { name: string; options: number[]; columns: number[][]; decimals: number[] }[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const list = /^\{(.*)\};?$/.exec(line)?.[1]
    if (list === undefined) {
      const [name = '', ...options] = line.split(/\s+/)
      blocks.push({ name, options: options.map(Number), columns: [], decimals: [] })
      continue
    }
    const tokens = list
      .split(',')
      .map((token) => token.trim())
      .filter((token) => token !== '')
    blocks.at(-1)?.columns.push(tokens.map(Number))
    blocks.at(-1)?.decimals.push(printedDecimals(tokens))
  }
  return blocks.map((block) => ({ file, ...block }))
}

/** Numbers with more than 12 decimals are unrounded doubles among rounded ones. */
function printedDecimals(tokens: readonly string[]): number {
  const lengths = tokens.map((token) => token.split('.')[1]?.length ?? 0)
  return Math.max(0, ...lengths.filter((length) => length <= 12))
}

const LEAD = 400

/** Nested averages after each value, from a flat start. */
function cascade(values: readonly number[], weight: number, count: number, start: readonly number[]): number[] {
  const states = [...start]
  for (const value of values) {
    let input = value
    for (let stage = 0; stage < count; stage++) {
      states[stage] = (states[stage] as number) + weight * (input - (states[stage] as number))
      input = states[stage] as number
    }
  }
  return states
}

/** As many numbers as there are averages: they lead from a flat market to the reference's seeds. */
function seedLead(values: readonly number[], count: number, period: number): number[] {
  const weight = 2 / (period + 1)
  const [flat = 0] = values
  let states: number[] = [flat]
  for (let row = 1; row <= (count - 1) * (period - 1); row++) {
    states = cascade([values[row] as number], weight, states.length, states)
    if (row % (period - 1) === 0) states.push(states.at(-1) as number)
  }
  const zeros = states.map(() => 0)
  const columns = zeros.map((_, at) => {
    const impulse = zeros.map((__, place) => (place === at ? 1 : 0))
    return cascade(impulse, weight, count, zeros)
  })
  const wanted = states.map((state) => state - flat)
  return solve(columns, wanted).map((difference) => flat + difference)
}

/** Solves the sum of x[i] * columns[i] = wanted for x, by elimination. */
function solve(columns: readonly (readonly number[])[], wanted: readonly number[]): number[] {
  const size = wanted.length
  const rows = wanted.map((value, row) => [...columns.map((column) => column[row] as number), value])
  for (let at = 0; at < size; at++) {
    const pivot = rows[at] as number[]
    for (let row = 0; row < size; row++) {
      const other = rows[row] as number[]
      const factor = row === at ? 0 : (other[at] as number) / (pivot[at] as number)
      rows[row] = other.map((value, column) => value - factor * (pivot[column] as number))
    }
  }
  return rows.map((row, at) => (row[size] as number) / (row[at] as number))
}

/** A block whose first values are replaced by those that produce the seeds. */
function seededBars(block: Block, { inputs, stages }: Mapping): { bars: OhlcColumns; skip: number } {
  const { count, period } = stages as NonNullable<Mapping['stages']>
  const length = period(block.options)
  const [first = [], second = []] = block.columns
  const values = inputs === 'hl' ? first.map((high, row) => high - (second[row] as number)) : first
  const lead = [...Array.from({ length: LEAD }, () => values[0] as number), ...seedLead(values, count, length)]
  const seeded = Float64Array.from([...lead, ...values.slice((count - 1) * (length - 1) + 1)])
  const flat = seeded.map(() => 100)
  const bars = { time: seeded.map((_, row) => row * 60_000), open: flat, close: flat, volume: flat, spread: flat }
  return {
    bars: {
      ...bars,
      low: flat,
      high: flat.map((low, row) => low + (seeded[row] as number)),
      ...(inputs === 'c' && { close: seeded }),
    },
    skip: lead.length,
  }
}

/** Bars from the input columns of a block, preceded by the lead of its mapping. */
function barsOf(block: Block, { inputs, lead }: Mapping): { bars: OhlcColumns; skip: number } {
  const column = (letter: string) => {
    const at = inputs.indexOf(letter)
    return at === -1 ? undefined : block.columns[at]
  }
  const [high, low] = [column('h'), column('l')]
  const middle = high?.map((value, row) => (value + (low?.[row] as number)) / 2)
  const close = column('c') ?? middle ?? column('v') ?? []
  const volume = column('v') ?? close.map(() => 0)
  const skip = lead === 'flat' ? LEAD : lead === 'same' ? 1 : 0
  const led = (values: readonly number[], first = values[0]) =>
    Float64Array.from([...Array.from({ length: skip }, () => first as number), ...values])
  const bars = {
    time: Float64Array.from({ length: close.length + skip }, (_, row) => row * 60_000),
    open: led(column('o') ?? close),
    high: led(high ?? close),
    low: led(low ?? close),
    close: led(close),
    volume: led(volume, 0),
    spread: led(close.map(() => 0)),
  }
  return { bars, skip }
}

function withoutSeed(values: Values, keeps: readonly number[]): Values {
  let result = values
  for (const keep of keeps) {
    const before = result
    result = before.map((value, row) => {
      const last = row === 0 ? null : (before[row - 1] ?? null)
      return value === null || last === null ? null : value - keep * last
    })
  }
  return result
}

/**
 * Every block of the published files (text by name) with a matching indicator, compared output by output; for tables as
 * well as for tests.
 */
export function compareWithReference(texts: Readonly<Record<string, string>>): Comparison[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    parseBlocks(file, text).flatMap((block) => {
      const mapping = REFERENCE_MAPPINGS[block.name]
      return mapping === undefined ? [] : compareBlock(block, mapping)
    }),
  )
}

/** Compares every output of a block with ours, aligned at the last bar. */
function compareBlock(block: Block, mapping: Mapping): Comparison[] {
  const { bars, skip } = mapping.stages ? seededBars(block, mapping) : barsOf(block, mapping)
  const args = mapping.args?.(block.options) ?? block.options
  const computed = computeIndicator({ key: mapping.key, args, bars })
  const rows = bars.time.length - skip
  const own = Object.fromEntries(Object.entries(computed.outputs).map(([name, values]) => [name, values.slice(skip)]))
  return (mapping.outputs ?? [{ of: 'value' }]).map((output, at) => {
    const column = mapping.inputs.length + at
    const all = block.columns[column] ?? []
    const printed = all.slice(0, all.length - (mapping.surplus?.[titleOf(block)] ?? 0))
    const keeps = output.keeps?.(block.options) ?? []
    const { of, scale = 1, plus = 0 } = output
    const raw = Array.from({ length: rows }, (_, row) => {
      const value = typeof of === 'string' ? (own[of]?.[row] ?? null) : of(own, row)
      return value === null ? null : value * scale + plus
    })
    const from = mapping.ignore?.[titleOf(block)] ?? 0
    const ours = withoutSeed(raw, keeps).slice(rows - printed.length + from)
    const theirs = withoutSeed(printed, keeps).slice(from)
    const half = 0.5 * 10 ** -(block.decimals[column] ?? 0) * keeps.reduce((product, keep) => product * (1 + keep), 1)
    const name = output.name ?? (typeof of === 'string' ? of : 'value')
    return {
      ...differences(ours, theirs, half),
      key: mapping.key,
      block: titleOf(block),
      output: name,
      because: mapping.because ?? '',
    }
  })
}

function titleOf({ file, name, options }: Block): string {
  return `${file}: ${[name, ...options].join(' ')}`
}

function differences(ours: Values, theirs: Values, half: number) {
  const result = { compared: 0, missing: 0, largest: 0, beyondRounding: 0 }
  theirs.forEach((wanted, row) => {
    const value = ours[row] ?? null
    if (wanted === null) return
    if (value === null) {
      result.missing += 1
      return
    }
    const difference = Math.abs(value - wanted)
    const size = Math.max(Math.abs(wanted), Number.MIN_VALUE)
    result.compared += 1
    if (difference > 0) result.largest = Math.max(result.largest, difference / Math.max(size, half))
    // The last printed digit may have been rounded from an inexact number.
    const beyond = Math.max(0, difference - half * (1 + 1e-9))
    if (beyond > 0) result.beyondRounding = Math.max(result.beyondRounding, beyond / Math.max(size, half))
  })
  return result
}
