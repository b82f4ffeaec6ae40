import { z } from 'zod'
import type { Sort } from '../../../ui/data-table.tsx'

/** The columns that a list is sorted by, as they stand in the address of its page: `-profit,symbol`, with a minus downward. */
export const listOrder = z
  .string()
  .regex(/^-?\w{1,32}(,-?\w{1,32}){0,3}$/)
  .optional()
  .catch(undefined)

export function toSorts(order: string | undefined): Sort[] {
  const names = order === undefined ? [] : order.split(',')
  return names.map((name) => ({ id: name.replace(/^-/, ''), desc: name.startsWith('-') }))
}

export function orderOf(sorts: readonly Sort[]): string | undefined {
  return sorts.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',') || undefined
}
