import { fromPositionColumns, type Position, type PositionWindow } from '@tradeloom/contracts'
import type { PositionIndex } from './position-index.ts'

interface WindowQuery {
  readonly instrumentId: string
  readonly start: string
  readonly end: string
  readonly limit: number
}

interface NeighborQuery {
  readonly instrumentId: string
  readonly time: number
  readonly direction: 'next' | 'previous'
}

/** The positions that were open at some time of a span; only their count when there are more than the limit. */
export function positionWindow(index: PositionIndex, query: WindowQuery): PositionWindow {
  const [start, end] = [Date.parse(query.start), Date.parse(query.end)]
  const rows: number[] = []
  let [count, first, last] = [0, Infinity, -Infinity]
  for (let row = 0; row < index.count; row++) {
    if (index.instrumentId(row) !== query.instrumentId) continue
    const opened = index.openTime(row)
    first = Math.min(first, opened)
    last = Math.max(last, opened)
    if (opened >= end || index.closeTime(row) < start) continue
    count += 1
    if (count <= query.limit) rows.push(row)
  }
  return {
    count,
    columns: index.pick(count > query.limit ? [] : rows),
    first: Number.isFinite(first) ? first : null,
    last: Number.isFinite(last) ? last : null,
  }
}

/** The nearest position that opened after a time, or before it; of several at once the one with the lowest row. */
export function neighborPosition(index: PositionIndex, query: NeighborQuery): Position | null {
  const sign = query.direction === 'next' ? 1 : -1
  let [nearest, distance] = [-1, Infinity]
  for (let row = 0; row < index.count; row++) {
    const away = (index.openTime(row) - query.time) * sign
    if (away <= 0 || away >= distance || index.instrumentId(row) !== query.instrumentId) continue
    nearest = row
    distance = away
  }
  return fromPositionColumns(index.pick(nearest < 0 ? [] : [nearest]))[0] ?? null
}
