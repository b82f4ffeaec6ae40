import { type Position, toPositionColumns } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { indexOfColumns } from './position-index.ts'
import { neighborPosition, positionWindow } from './position-windows.ts'

const MINUTE = 60_000
const one = (id: number, opened: number, closed: number | null, instrumentId = 'EURUSD:TEST') =>
  ({
    id,
    instrumentId,
    openTime: opened * MINUTE,
    closeTime: closed === null ? null : closed * MINUTE,
    profitInterval: null,
  }) as unknown as Position

/** In closing order, as results have them. */
const ROWS = [one(2, 20, 25), one(1, 10, 30), one(3, 40, 50, 'GBPUSD:TEST'), one(4, 60, null)]
const INDEX = indexOfColumns(toPositionColumns(ROWS))

const window = (from: number, to: number, limit = 100, instrumentId = 'EURUSD:TEST') =>
  positionWindow(INDEX, {
    instrumentId,
    start: new Date(from * MINUTE).toISOString(),
    end: new Date(to * MINUTE).toISOString(),
    limit,
  })

describe('the window of a chart', () => {
  it.each([
    [0, 10, []],
    [0, 11, [1]],
    [21, 22, [2, 1]],
    [26, 28, [1]],
    [30, 31, [1]],
    [31, 60, []],
    [59, 61, [4]],
    [500, 600, [4]],
  ])('from minute %i to %i has the positions %j', (from, to, ids) => {
    expect(window(from, to)).toMatchObject({ count: ids.length, columns: { id: ids } })
  })

  it('has only the count when there are more than the limit, and the first and last opening of the run', () => {
    expect(window(0, 100, 2)).toMatchObject({
      count: 3,
      columns: { id: [] },
      first: 10 * MINUTE,
      last: 60 * MINUTE,
    })
    expect(window(0, 100, 3).columns.id).toEqual([2, 1, 4])
    expect(window(0, 100, 3, 'USDJPY:TEST')).toMatchObject({ count: 0, first: null, last: null })
  })
})

it('finds the position that opens next, or opened last, on the instrument', () => {
  const near = (minute: number, direction: 'next' | 'previous') =>
    neighborPosition(INDEX, { instrumentId: 'EURUSD:TEST', time: minute * MINUTE, direction })?.id ?? null
  expect([near(0, 'next'), near(10, 'next'), near(20, 'next'), near(60, 'next')]).toEqual([1, 2, 4, null])
  expect([near(10, 'previous'), near(60, 'previous'), near(99, 'previous')]).toEqual([null, 2, 4])
})
