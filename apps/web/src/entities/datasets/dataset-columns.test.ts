import { expect, it } from 'vitest'
import { chartColumns, linePoints } from './dataset-columns.ts'
import { replyOf } from './sources.fixture.ts'

const columnsOf = (reply: Parameters<typeof chartColumns>[0]) => {
  const columns = chartColumns(reply)
  if (typeof columns === 'string') throw new Error(columns)
  return columns
}

it('orders rows by their dates, however they were sent', () => {
  const { times, columns } = columnsOf(
    replyOf(
      [
        ['2026-03-01', 3],
        ['1913-01-01', 1],
        ['2026-02-01', 2],
      ],
      { order: 'desc' },
    ),
  )
  expect(times.map((time) => new Date(time * 1000).toISOString().slice(0, 10))).toEqual([
    '1913-01-01',
    '2026-02-01',
    '2026-03-01',
  ])
  expect(columns.map(({ values }) => values)).toEqual([[1, 2, 3]])
})

it.each([
  ['rows without dates', 'no dates', { data: [['a', 1]], type: 'text' }],
  [
    'two rows of a day',
    'the same date',
    {
      data: [
        ['2026-01-01', 1],
        ['2026-01-01', 2],
      ],
      type: 'date',
    },
  ],
  ['a date that is none', 'cannot be read', { data: [['2026-Q1', 1]], type: 'date' }],
  ['an impossible day', 'cannot be read', { data: [['2026-13-01', 1]], type: 'date' }],
] as const)('draws no line of %s, and says why', (_, reason, { data, type }) => {
  const columns = [
    { name: 'a', type, label: null, unit: null },
    { name: 'b', type: 'number' as const, label: null, unit: null },
  ]
  expect(
    chartColumns(
      replyOf(
        data.map((row) => [...row]),
        { columns },
      ),
    ),
  ).toContain(reason)
})

it('leaves a gap where a value is missing, and a dot where one stands alone', () => {
  const { points, dots } = linePoints([1, 2, 3, 4, 5, 6, 7, 8], [null, 10, 11, null, 12, null, 0, null])
  expect(points).toEqual([
    { time: 2, value: 10 },
    { time: 3, value: 11 },
    { time: 4 },
    { time: 5, value: 12, isAfterGap: true },
    { time: 6 },
    { time: 7, value: 0, isAfterGap: true },
  ])
  expect(dots).toEqual([
    { time: 5, value: 12 },
    { time: 7, value: 0 },
  ])
})
