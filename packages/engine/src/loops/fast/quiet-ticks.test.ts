import { createRandom } from '@tradeloom/domain'
import { expect, it } from 'vitest'

import { MONDAY, runScript, secondTicks } from '../../run.fixture.ts'

const MINUTES = 200
const random = createRandom(3)
let price = 1.1
const PRICES = Array.from({ length: MINUTES * 60 }, () => (price += Math.round((random() - 0.5) * 20) / 1e5))
const TICKS = { interval: 'M1', resolution: 0 } as const

/** Time, high and low of each minute. */
const BARS = Array.from({ length: MINUTES }, (_, minute) => {
  const part = PRICES.slice(minute * 60, minute * 60 + 60)
  return [MONDAY + minute * 60_000, Math.max(...part), Math.min(...part)]
})

/** Reads the extremes of each bar from one on: nothing before asks for those of its ticks. */
const readsFrom = (bar: number, way: string) => `let count = 0
const seen = bars('M1')
function onIntervalClose(bar) {
  count += 1
  if (count % 40 === 1) buy({ quantity: 1000, stopLossPips: 10, takeProfitPips: 10 })
  if (count > ${bar}) log(JSON.stringify(${way}))
}`

it.each([
  [0, '[bar.time, bar.high, bar.low]'],
  [57, '[bar.time, bar.high, bar.low]'],
  [57, '[seen.time(), seen.high(), seen.low()]'],
])('the extremes of bars are those of all of their ticks, read from bar %i on as %s', (from, way) => {
  const { log, positions } = runScript(readsFrom(from, way), secondTicks(PRICES, 0.0001), TICKS)
  expect(positions.length).toBeGreaterThan(2)
  expect(log.map(({ message }) => JSON.parse(message))).toEqual(BARS.slice(from))
})

it('an indicator of extremes sees those of all ticks, also when it is the first to read them', () => {
  const late = `let channel = null
let count = 0
function onIntervalClose() {
  count += 1
  if (count === 100) channel = indicators.Donchian('M1', 5)
  if (count > 120) log(JSON.stringify([channel.value().upper, channel.value().lower]))
}`
  const { log } = runScript(late, secondTicks(PRICES, 0.0001), TICKS)
  const channels = BARS.map((_, bar) => {
    const last = BARS.slice(Math.max(0, bar - 4), bar + 1)
    return [Math.max(...last.map(([, high = 0]) => high)), Math.min(...last.map(([, , low = 0]) => low))]
  })
  expect(log.map(({ message }) => JSON.parse(message))).toEqual(channels.slice(120))
})
