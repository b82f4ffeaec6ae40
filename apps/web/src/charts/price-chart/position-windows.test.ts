import type { Position } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import type { ChartSpan, PositionSource } from './chart-source.ts'
import { PositionWindows } from './position-windows.ts'
import { shownUntil } from './shown-until.ts'

const one = (id: number, openTime: number, closeTime: number | null): Position =>
  ({ id, openTime, closeTime, status: closeTime === null ? 'OPEN' : 'CLOSED' }) as Position

const ALL = [one(1, 10, 20), one(2, 15, 130), one(3, 120, 140), one(4, 150, null)]

function source(limit: number): PositionSource & { readonly requests: ChartSpan[] } {
  const requests: ChartSpan[] = []
  return {
    requests,
    first: () => Promise.resolve(null),
    neighbor: () => Promise.resolve(null),
    window: (span) => {
      requests.push(span)
      const inside = ALL.filter(({ openTime, closeTime }) => openTime < span.end && (closeTime ?? 1e9) >= span.start)
      return Promise.resolve({ count: inside.length, positions: inside.length > limit ? [] : inside })
    },
  }
}

const { signal } = new AbortController()

it('counts the positions of the view exactly, and requests nothing for small moves', async () => {
  const positions = source(100)
  const windows = new PositionWindows(positions)
  const ids = async (start: number, end: number) =>
    (await windows.at({ start, end }, signal)).positions.map(({ id }) => id)
  expect(await ids(100, 145)).toEqual([2, 3])
  expect(await ids(131, 160)).toEqual([3, 4])
  expect(positions.requests).toEqual([{ start: 55, end: 190 }])
  expect(await ids(0, 30)).toEqual([1, 2])
  expect(positions.requests).toHaveLength(2)
})

it('requests exactly the view when there are too many positions around it', async () => {
  const positions = source(2)
  const windows = new PositionWindows(positions)
  expect(await windows.at({ start: 131, end: 145 }, signal)).toMatchObject({ count: 1 })
  expect(await windows.at({ start: 0, end: 200 }, signal)).toEqual({ count: 4, positions: [] })
})

it('shows positions as they were known at a time', () => {
  expect(shownUntil(ALL, 131).map(({ id, closeTime, status }) => [id, closeTime, status])).toEqual([
    [1, 20, 'CLOSED'],
    [2, 130, 'CLOSED'],
    [3, null, 'OPEN'],
  ])
})
