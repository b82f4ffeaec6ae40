import type { Mutable, TickMark, TimeScalePoint, UTCTimestamp } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { ElapsedScale } from './elapsed-scale.ts'

const [HOUR, DAY] = [3600, 86_400]

/** The labels of a chart with points at these seconds, as far as there are any; the sparsest have the greatest weight. */
function labelsOf(seconds: readonly number[]): { readonly text: string; readonly weight: number }[] {
  const scale = new ElapsedScale()
  const points = seconds.map((second) => {
    const time = scale.convertHorzItemToInternal(second as UTCTimestamp)
    return { time, timeWeight: 0, originalTime: second } as unknown as Mutable<TimeScalePoint>
  })
  scale.fillWeightsForPoints(points, 0)
  return points.flatMap(({ time, timeWeight: weight }) => {
    const mark = { time, weight } as unknown as TickMark
    return Number(weight) === 0 ? [] : [{ text: scale.formatTickmark(mark), weight: Number(weight) }]
  })
}

it('labels whole days from the start, every thirtieth before those between, wherever a month begins', () => {
  const days = labelsOf(Array.from({ length: 91 }, (_, day) => day * DAY))
  const sparsest = days.filter(({ weight }) => weight >= Number(days[30]?.weight))
  expect(sparsest.map(({ text }) => text)).toEqual(['0 d', '30 d', '60 d', '90 d'])
  expect(days.map(({ text }) => text)).toEqual(Array.from({ length: 91 }, (_, day) => `${day} d`))
})

it('labels the first point after a whole number of days with that number', () => {
  const seconds = [0, 29.9 * DAY, 30.4 * DAY, 61 * DAY]
  expect(labelsOf(seconds).map(({ text }) => text)).toEqual(['0 d', '20 d', '30 d', '60 d'])
})

it('labels hours within a day, with the day from the second one on', () => {
  expect(labelsOf([6 * HOUR, DAY, DAY + 6 * HOUR]).map(({ text }) => text)).toEqual(['06:00', '1 d', '1 d 06:00'])
})

it('tells the time under the pointer to the minute', () => {
  const scale = new ElapsedScale()
  const time = scale.convertHorzItemToInternal((1_200 * DAY + 4 * HOUR + 900) as UTCTimestamp)
  expect(scale.formatHorzItem(time)).toBe('1,200 d 04:15')
})
