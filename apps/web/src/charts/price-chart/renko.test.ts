import type { Position } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { BarPlaces } from './bar-places.ts'
import { locatePositions, plotOnBars, type PriceRow } from './price-bars.ts'
import { brickSize, renkoBricks } from './renko.ts'

const MINUTE = 60_000

/** Bars of one minute that open where the one before closed. */
function barsOf(closes: readonly number[]): PriceRow[] {
  return closes.map((close, at) => {
    const open = closes[at - 1] ?? close
    return [at * MINUTE, open, Math.max(open, close), Math.min(open, close), close, 1]
  })
}

const edgesOf = (bricks: readonly PriceRow[]): (readonly [number, number])[] =>
  bricks.map(([, open = 0, , , close = 0]) => [open, close])

it('adds a brick after one size in the direction of the trend, and turns only after two', () => {
  const bricks = renkoBricks(barsOf([100, 109, 110, 121, 119, 111, 109, 100]), 10)
  expect(edgesOf(bricks)).toEqual([
    [100, 100],
    [100, 110],
    [110, 120],
    // 119 and 111 do not turn the trend; 100 is the second size below 120.
    [110, 100],
  ])
})

it('places the bricks of one bar in seconds after each other, with the volume at the first of them', () => {
  const bricks = renkoBricks(barsOf([100, 104, 131]), 10)
  expect(bricks.map(([time, , , , close, volume, bar]) => [time, close, volume, bar])).toEqual([
    [0, 100, 1, 0],
    [2 * MINUTE, 110, 2, 2 * MINUTE],
    [2 * MINUTE + 1000, 120, 0, 2 * MINUTE],
    [2 * MINUTE + 2000, 130, 0, 2 * MINUTE],
  ])
})

it('does not lose a brick to the rounding of a price on its edge', () => {
  const prices = [1.1, 1.1001, 1.1002, 1.1003, 1.1004, 1.1005]
  expect(renkoBricks(barsOf(prices), 0.0001)).toHaveLength(prices.length)
})

it('draws the same bricks from another first bar once the price has turned', () => {
  let price = 1000
  let state = 7
  const closes = Array.from({ length: 3000 }, () => {
    state = (state * 16_807) % 2_147_483_647
    price += (state % 9) - 4
    return price
  })
  const bars = barsOf(closes)
  const whole = renkoBricks(bars, 5)
  const late = renkoBricks(bars.slice(700), 5)
  expect(late.length).toBeGreaterThan(200)
  const tail = late.slice(20).map(([time, open, , , close]) => [time, open, close])
  expect(whole.slice(-tail.length).map(([time, open, , , close]) => [time, open, close])).toEqual(tail)
})

it('takes the average true range in whole points as the size, or a number of pips', () => {
  const scale = { point: 0.00001, pipSize: 0.0001 }
  const bars = barsOf([1, 1.001, 1.002, 1.003, 1.004])
  // The first bar has no range; the average over five bars is 0.0008.
  expect(brickSize(bars, null, scale)).toBeCloseTo(0.0008, 10)
  expect(brickSize(bars, 5, scale)).toBeCloseTo(0.0005, 10)
})

it('doubles a size that is below a tenth of the average true range', () => {
  const bars = barsOf([1, 1.1, 1, 1.1, 1])
  expect(brickSize(bars, 1, { point: 0.00001, pipSize: 0.0001 })).toBeCloseTo(0.0128, 10)
})

it('draws positions at the brick that was the last one at their time, and those after the last brick too', () => {
  const bricks = renkoBricks(barsOf([100, 110, 110, 120, 121, 122]), 10)
  const position = (openTime: number, closeTime: number): Position => ({ openTime, closeTime }) as Position
  const located = locatePositions(
    bricks,
    [position(2.5 * MINUTE, 3.5 * MINUTE), position(5.5 * MINUTE, 5.6 * MINUTE)],
    6 * MINUTE,
  )
  expect(located.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [2, 2],
  ])
})

it('shows a plot on every brick with its value at the bar that completed the brick', () => {
  const bricks = renkoBricks(barsOf([100, 120]), 10)
  const bars = new Map([
    [0, { last: 1, min: null, max: null }],
    [MINUTE, { last: 2, min: null, max: null }],
  ])
  expect(plotOnBars(bricks, { bars }).map((point) => ('value' in point ? point.value : null))).toEqual([1, 2, 2])
})

it('finds the place of a time between bricks, and the time of that place', () => {
  const places = new BarPlaces(
    [0, 10, 11, 40].map((minute) => [minute * MINUTE]),
    MINUTE,
    true,
  )
  for (const minute of [-5, 0, 4, 10, 10.5, 30, 40, 47]) {
    expect(places.timeAt(places.placeOf(minute * MINUTE))).toBeCloseTo(minute * MINUTE, 3)
  }
  expect(places.placeOf(25.5 * MINUTE)).toBe(2.5)
})
