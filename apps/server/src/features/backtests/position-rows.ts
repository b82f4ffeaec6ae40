import type { PositionSort } from '@tradeloom/contracts'
import { compareValues, type SortValue } from './compare-values.ts'
import type { PositionIndex, ReadPosition } from './position-index.ts'

export interface PositionOrder {
  readonly sort: PositionSort
  readonly isDescending: boolean
  /** Only positions in this instrument. */
  readonly instrumentId?: string | undefined
  /** Only those with this tag; empty: only those without one. */
  readonly tag?: string | undefined
}

/** The last order of each result: a table asks for many windows of one. */
const recent = new WeakMap<object, { readonly key: string; readonly rows: Uint32Array }>()

/** The rows of the positions in an order. Equal values are in the order of their numbers, missing ones last. */
export function positionRows(positions: PositionIndex, order: PositionOrder): Uint32Array {
  const key = JSON.stringify([order.sort, order.isDescending, order.instrumentId, order.tag])
  const known = recent.get(positions.source)
  if (known?.key === key) return known.rows
  const rows = sortedRows(positions, order)
  recent.set(positions.source, { key, rows })
  return rows
}

function sortedRows(positions: PositionIndex, { sort, isDescending, instrumentId, tag }: PositionOrder): Uint32Array {
  const rows = Uint32Array.from({ length: positions.count }, (_, row) => row)
    .filter((row) => instrumentId === undefined || positions.instrumentId(row) === instrumentId)
    .filter((row) => tag === undefined || (positions.tag(row) ?? '') === tag)
  if (sort === 'id') return isDescending ? rows.toReversed() : rows
  const values = new Map<number, SortValue>()
  for (const row of rows) values.set(row, sortValue(positions.at(row), sort))
  return rows.sort((a, b) => compareValues(values.get(a) ?? null, values.get(b) ?? null, isDescending) || a - b)
}

/** What a position is sorted by; also what clients compute from several fields. */
function sortValue(position: ReadPosition, sort: PositionSort): SortValue {
  const { openTime, closeTime, profit, risk } = position
  if (sort === 'held') return closeTime === null ? null : closeTime - openTime
  if (sort === 'r') return risk === null || risk <= 0 ? null : profit / risk
  if (sort === 'costs') return costsOf(position)
  const value = position[sort]
  return typeof value === 'boolean' ? Number(value) : value
}

/** Null for results without the breakdown. */
function costsOf({ spreadCost, slippageCost, commission, swapCost, fundingCost }: ReadPosition): number | null {
  if (spreadCost === null || slippageCost === null || swapCost === null || fundingCost === null) return null
  return spreadCost + slippageCost + commission + swapCost + fundingCost
}
