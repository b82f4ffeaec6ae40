import type { Axis } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'

/** First and last position of the cells of a grid; the last cell may hold fewer. */
export function cellRange(size: number, cell: number, step: number): [number, number] {
  return [cell * step, Math.min(size, (cell + 1) * step) - 1]
}

/** `fast 8`, or `fast 8 to 15` for a cell of several values. */
export function cellText(axis: Axis, cell: number, step: number): string {
  const [first, last] = cellRange(axis.size, cell, step).map((position) => formatPlain(axis.valueAt(position), 6))
  return first === last ? `${axis.name} ${first}` : `${axis.name} ${first} to ${last}`
}
