import { InputError } from '../input-error.ts'
import type { Table } from './table.ts'

/** Names under which a meaning is known: letters and digits alone, in lower case. */
export type ColumnNames = Readonly<Record<string, readonly string[]>>

/**
 * Places of the columns whose names are known, by meaning. Of several names for one meaning the first of the list
 * counts, so that a net profit is preferred to a plain one; two columns of one name are refused.
 */
export function findColumns<Names extends ColumnNames>(
  { file, columns }: Table,
  names: Names,
): Partial<Record<keyof Names, number>> {
  const places = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    const name = bare(column)
    if (places.has(name)) throw new InputError(`${file}:1: two columns are called "${column}"`)
    if (name !== '') places.set(name, at)
  }
  const found: Partial<Record<keyof Names, number>> = {}
  for (const meaning of Object.keys(names) as (keyof Names & string)[]) {
    const name = names[meaning]?.find((known) => places.has(known))
    if (name !== undefined) found[meaning] = places.get(name) as number
  }
  return found
}

/** `Closing Time (UTC+0)` is `closingtime`: what stands in brackets is a unit. */
function bare(column: string): string {
  return column
    .replace(/\(.*?\)/g, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]/g, '')
}
