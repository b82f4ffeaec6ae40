import { createRandom, type OhlcColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { SYSTEM_INDICATORS } from '../catalog.generated.js'
import { scriptFill } from '../column-fill-of.ts'
import type { IndicatorDefinition } from '../definition.ts'
import { emptyBar } from '../indicator-bar.ts'
import { indicatorColumns } from '../indicator-columns.ts'
import { IndicatorInstance } from '../indicator-instance.ts'
import { BAR_COLUMNS, randomBars } from '../test-bars.fixture.ts'
import { BLOCK_ROWS } from './column-fill.ts'
import { COLUMN_KERNELS } from './column-kernels.ts'

/** Ends inside a block. */
const ROWS = BLOCK_ROWS + 77

/** Prices that are not decimal numbers. */
function undecimal(bars: OhlcColumns): OhlcColumns {
  const scaled = (column: Float64Array) => column.map((value) => value * 1.000_000_1)
  return {
    ...bars,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: scaled(bars.close),
  }
}

/** Stretches without movement or volume. */
function still(bars: OhlcColumns): OhlcColumns {
  const moving = (row: number) => row % 90 < 30
  const held = (column: Float64Array) =>
    column.map((value, row) => (moving(row) ? value : (bars.close[row - (row % 90) + 29] ?? value)))
  return {
    ...bars,
    open: held(bars.open),
    high: held(bars.high),
    low: held(bars.low),
    close: held(bars.close),
    volume: bars.volume.map((value, row) => (moving(row) ? value : 0)),
  }
}

/** Prices that exceed the decimal unit of their windows and return. */
function wild(bars: OhlcColumns): OhlcColumns {
  const random = createRandom(12)
  const factors = bars.close.map(() => (random() < 0.01 ? 10 ** Math.round(random() * 14 - 4) : 1))
  const scaled = (column: Float64Array) => column.map((value, row) => value * (factors[row] as number))
  return {
    ...bars,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: scaled(bars.close),
  }
}

const plain = randomBars(ROWS, 21, 1)
const DATA: Readonly<Record<string, OhlcColumns>> = {
  'decimal prices': plain,
  'prices without a decimal unit': undecimal(plain),
  'a market that sometimes does not move': still(plain),
  'prices that change by many orders of magnitude': wild(plain),
  'fewer bars than a window': randomBars(9, 22),
}

/** The defaults, the smallest arguments, and arguments above the defaults. */
function argumentSets({ parameters }: IndicatorDefinition): number[][] {
  if (parameters.length === 0) return [[]]
  return [
    [],
    parameters.map(({ defaultValue, isWhole, minimum }) => (isWhole ? minimum : defaultValue)),
    parameters.map(({ defaultValue, isWhole }, at) => (isWhole ? defaultValue * 3 + at : defaultValue * 1.7)),
  ]
}

function streamed(definition: IndicatorDefinition, args: number[], bars: OhlcColumns): Float64Array[] {
  const bar = emptyBar()
  const other = () => bar.open
  const series = definition.takesOther ? { finished: other, forming: other } : undefined
  const instance = new IndicatorInstance(definition, args, bar, series)
  const columns = definition.outputs.map(() => new Float64Array(bars.time.length))
  for (let row = 0; row < bars.time.length; row++) {
    for (const name of BAR_COLUMNS) bar[name] = bars[name][row] as number
    instance.close()
    columns.forEach((column, output) => (column[row] = instance.at(output, 0)))
  }
  return columns
}

/** Rows in which two columns differ in at least one bit. */
function differences(one: readonly Float64Array[], other: readonly Float64Array[]): string[] {
  return one.flatMap((column, output) =>
    Array.from(column, (value, row) => (Object.is(value, other[output]?.[row]) ? '' : `${output} at ${row}`)).filter(
      (text) => text !== '',
    ),
  )
}

describe.each(Object.values(SYSTEM_INDICATORS))('$key as columns', (definition) => {
  // Without a kernel, the column comes from the script itself, whatever the prices.
  const data = Object.entries(DATA).slice(0, Object.hasOwn(COLUMN_KERNELS, definition.key) ? undefined : 1)

  it.each(data)('equals its script bit for bit on every bar: %s', (_, bars) => {
    for (const args of argumentSets(definition)) {
      const columns = indicatorColumns(definition, args, bars, definition.takesOther ? bars.open : undefined)
      expect(differences(columns, streamed(definition, args, bars))).toEqual([])
    }
  })
})

describe('kernels', () => {
  it('exist only for existing indicators', () => {
    expect(Object.keys(COLUMN_KERNELS).filter((key) => !Object.hasOwn(SYSTEM_INDICATORS, key))).toEqual([])
  })

  it('equal the script bit for bit for NaN and infinities as well, if only averages are used', () => {
    const close = plain.close.map((value, row) => (row === 300 ? NaN : row === 700 ? Infinity : value))
    for (const key of ['SMA', 'EMA', 'SMMA', 'BollingerBands', 'StandardDeviation', 'MACD'] as const) {
      const definition = SYSTEM_INDICATORS[key]
      const bars = { ...plain, close }
      const columns = indicatorColumns(definition, [], bars)
      const script = definition.outputs.map(() => new Float64Array(ROWS))
      scriptFill(definition, [], bars)(0, ROWS, script, 0)
      expect(differences(columns, script)).toEqual([])
    }
  })
})
