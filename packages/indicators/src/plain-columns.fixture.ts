import type { OhlcColumns } from '@tradeloom/domain'
import { expect } from 'vitest'

import { computeIndicator } from './compute-indicator.ts'
import type { IndicatorKey } from './catalog.generated.js'
import { randomBars } from './test-bars.fixture.ts'

/** Formulas over whole arrays, written independently of the kit, to compare indicators with. */
export type Column = (number | null)[]

export const bars = randomBars(400, 31)
export const [open, high, low, close, volume] = [bars.open, bars.high, bars.low, bars.close, bars.volume].map(
  (column) => [...column],
) as [number[], number[], number[], number[], number[]]
export const rows = close.map((_, row) => row)
export const median = rows.map((row) => ((high[row] as number) + (low[row] as number)) / 2)

export function at(values: readonly number[], row: number): number {
  return values[row] as number
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The last `length` values up to a row; null if there are fewer. */
export function window(values: readonly (number | null)[], row: number, length: number): number[] | null {
  const part = row < length - 1 ? [] : values.slice(row - length + 1, row + 1)
  return part.length === length && part.every((value) => value !== null) ? (part as number[]) : null
}

/** Seeded with the simple average of the first `length` values; each later value has the weight `weight`. */
export function smoothed(values: readonly (number | null)[], length: number, weight: number): Column {
  let seen: number[] = []
  let last: number | null = null
  return values.map((value) => {
    if (value === null) return null
    if (last !== null) return (last += weight * (value - last))
    seen = [...seen, value]
    return seen.length < length ? null : (last = sum(seen) / length)
  })
}

/** Wilder's average true range. */
export function averageTrueRange(length: number): Column {
  const ranges = rows.map((row) =>
    row === 0 ? null : Math.max(at(high, row), at(close, row - 1)) - Math.min(at(low, row), at(close, row - 1)),
  )
  return smoothed(ranges, length, 1 / length)
}

/** Compares every output of an indicator with the columns of a plain formula, to 1e-9 relative to the larger one. */
export function expectColumns(
  request: { key: IndicatorKey; args?: readonly number[]; other?: Float64Array; of?: OhlcColumns },
  expected: Readonly<Record<string, Column>>,
): void {
  const { of = bars, ...rest } = request
  const { outputs } = computeIndicator({ ...rest, bars: of })
  expect(Object.keys(outputs)).toEqual(Object.keys(expected))
  const wrong: string[] = []
  for (const [name, column] of Object.entries(expected)) {
    expect(column.filter((value) => value !== null).length, name).toBeGreaterThan(10)
    column.forEach((value, row) => {
      const found = outputs[name]?.[row] ?? null
      if (value === null || found === null ? value !== found : !isNear(found, value))
        wrong.push(`${name} at ${row}: ${found} instead of ${value}`)
    })
  }
  expect(wrong).toEqual([])
}

function isNear(found: number, expected: number): boolean {
  return Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
}
