import type { OhlcColumns } from '@tradeloom/domain'
import { describe, expect, inject, it } from 'vitest'

import { computeIndicator } from './compute-indicator.ts'
import type { IndicatorDefinition } from './definition.ts'
import { emptyBar, type IndicatorBar } from './indicator-bar.ts'
import { IndicatorInstance } from './indicator-instance.ts'
import { SYSTEM_INDICATOR_TEXTS } from './catalog-texts.generated.js'
import { type IndicatorKey, SYSTEM_INDICATORS } from './catalog.generated.js'
import { BAR_COLUMNS, randomBars, rowsOf } from './test-bars.fixture.ts'
import { warmupBars } from './warmup-bars.ts'

const ROWS = 400
const bars = randomBars(ROWS, 5)

function fill(bar: IndicatorBar, from: OhlcColumns, row: number): void {
  for (const name of BAR_COLUMNS) bar[name] = from[name][row] as number
}

/** Default arguments, and smaller ones that all differ, so that mixed-up parameters are detected. */
function argumentSets({ parameters }: IndicatorDefinition): number[][] {
  const other = parameters.map(({ defaultValue, isWhole, minimum }, at) =>
    isWhole ? Math.max(minimum, Math.min(defaultValue - 1, 4 + at)) : defaultValue * 0.9,
  )
  return parameters.length === 0 ? [[]] : [[], other]
}

function outputsOf(definition: IndicatorDefinition, args: readonly number[], of: OhlcColumns) {
  const other = definition.takesOther ? { other: of.open } : {}
  return Object.values(computeIndicator({ key: definition.key, args, bars: of, ...other }).outputs)
}

/** Indicators of two series are compared with the open of the same bar. */
function open(definition: IndicatorDefinition, args: readonly number[], bar: IndicatorBar): IndicatorInstance {
  const other = () => bar.open
  return new IndicatorInstance(
    definition,
    args,
    bar,
    definition.takesOther ? { finished: other, forming: other } : undefined,
  )
}

function numberOf(value: number | Readonly<Record<string, number>>, name: string): number {
  return typeof value === 'number' ? value : (value[name] ?? NaN)
}

describe.each(Object.values(SYSTEM_INDICATORS))('$key', (definition) => {
  const sets = argumentSets(definition)

  it('has its first value at the stated bar, and values from then on', () => {
    for (const args of sets) {
      const columns = outputsOf(definition, args, bars)
      const first = definition.firstValue(...args) - 1
      const isComplete = (row: number) => columns.every((column) => column[row] !== null)
      const found = Array.from({ length: ROWS }, (_, row) => row).findIndex((row) => isComplete(row))
      if (definition.waitsForMarket) expect(found).toBeGreaterThanOrEqual(first)
      else expect(found).toBe(first)
      for (const column of columns) expect(column.slice(0, first).every((value) => value === null)).toBe(true)
      expect(Array.from({ length: ROWS }, (_, row) => row).filter((row) => row >= found && !isComplete(row))).toEqual(
        [],
      )
      expect(warmupBars(definition, args)).toBeGreaterThanOrEqual(first + 1)
    }
  })

  it('gives a forming bar exactly the value of the same finished bar, without side effects', () => {
    for (const args of sets) {
      const plain = outputsOf(definition, args, bars)
      const bar = emptyBar()
      const watched = open(definition, args, bar)
      const wrong: string[] = []
      for (let row = 0; row < ROWS; row++) {
        fill(bar, bars, row)
        Object.assign(bar, { high: bar.open * 1.01, low: bar.open * 0.99, close: bar.open * 1.01, volume: 9 })
        watched.forming()
        Object.assign(bar, { low: bar.open * 0.98, close: bar.open * 0.98 })
        watched.forming()
        fill(bar, bars, row)
        const forming = watched.forming()
        watched.close()
        definition.outputs.forEach((name, output) => {
          const value = watched.at(output, 0)
          if ((Number.isNaN(value) ? null : value) !== plain[output]?.[row])
            wrong.push(`${name} kept a trace at ${row}`)
          if (!Object.is(numberOf(forming, name), value)) wrong.push(`${name} differs at ${row}`)
        })
      }
      expect(wrong).toEqual([])
    }
  })

  it('starts fresh each time, and instances do not affect each other', () => {
    const plain = outputsOf(definition, [], bars)
    const [bar, other] = [emptyBar(), emptyBar()]
    const first = open(definition, [], bar)
    const second = open(definition, [], other)
    for (let row = 0; row < ROWS; row++) {
      fill(bar, bars, row)
      fill(other, bars, ROWS - 1 - row)
      first.close()
      second.close()
    }
    definition.outputs.forEach((_, output) => {
      const history = Array.from({ length: ROWS }, (__, row) => first.at(output, ROWS - 1 - row))
      expect(history.map((value) => (Number.isNaN(value) ? null : value))).toEqual(plain[output])
    })
  })

  it.skipIf(definition.repaints)('does not change a value when later bars change', () => {
    for (const args of sets) {
      const whole = outputsOf(definition, args, bars)
      for (const cut of [37, 150, 399]) {
        const part = outputsOf(definition, args, rowsOf(bars, 0, cut))
        expect(part).toEqual(whole.map((column) => column.slice(0, cut)))
      }
    }
  })

  it('recovers from a flat market without volume', () => {
    const [still, after] = [200, 400]
    const moving = randomBars(after, 8)
    const both = randomBars(still + after, 9)
    for (let row = 0; row < still + after; row++) {
      for (const name of ['open', 'high', 'low', 'close'] as const) {
        both[name][row] = row < still ? 1.3 : (moving[name][row - still] as number)
      }
      both.volume[row] = row < still ? 0 : (moving.volume[row - still] as number)
    }
    for (const column of outputsOf(definition, [], both)) expect(column.at(-1)).not.toBeNull()
  })
})

describe('moving averages do not drift', () => {
  // Long enough for the start of the slowest one to fade below the last digit.
  const FRESH = 30_000
  const rows = inject('lane') === 'full' ? 1_000_000 : 100_000
  const long = randomBars(rows, 11)
  const averages = Object.values(SYSTEM_INDICATORS).filter(
    ({ key }) => SYSTEM_INDICATOR_TEXTS[key as IndicatorKey].group === 'Moving averages',
  )

  function last(definition: IndicatorDefinition, from: number): number[] {
    const bar = emptyBar()
    const instance = open(definition, [], bar)
    for (let row = from; row < rows; row++) {
      fill(bar, long, row)
      instance.close()
    }
    return definition.outputs.map((_, output) => instance.at(output, 0))
  }

  it.each(averages)('$key equals the freshly computed one after many bars', (definition) => {
    const old = last(definition, 0)
    const fresh = last(definition, rows - FRESH)
    old.forEach((value, at) => expect(Math.abs(value / (fresh[at] as number) - 1)).toBeLessThan(1e-12))
  })
})
