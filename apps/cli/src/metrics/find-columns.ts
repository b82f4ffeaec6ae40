import { UserError } from '@tradeloom/domain'
import type { Table } from './table.ts'

/** Known names of each meaning: letters and digits only, in lowercase. */
export type ColumnNames = Readonly<Record<string, readonly string[]>>

/** Platforms append the account currency: `Net P&L USD`, `Profit EUR`. */
const CURRENCY = /[\s_](USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|USDT|USDC|BTC|ETH)$/i

/**
 * Indexes of the columns with known names, by meaning. If several names match one meaning, the first in the list wins,
 * so a net profit is preferred to a plain one; two columns with the same name are refused.
 */
export function findColumns<Names extends ColumnNames>(
  { file, columns }: Pick<Table, 'file' | 'columns'>,
  names: Names,
): Partial<Record<keyof Names, number>> {
  const places = new Map<string, number[]>()
  for (const [at, column] of columns.entries()) {
    const name = bareName(column)
    places.set(name, [...(places.get(name) ?? []), at])
  }
  const found: Partial<Record<keyof Names, number>> = {}
  for (const meaning of Object.keys(names) as (keyof Names & string)[]) {
    const name = names[meaning]?.find((known) => places.has(known))
    if (name === undefined) continue
    const [at, other] = places.get(name) as [number, ...number[]]
    if (other !== undefined)
      throw new UserError('invalid-input', `${file}:1: two columns are called "${columns[other]}"`)
    found[meaning] = at
  }
  return found
}

/**
 * `Closing Time (UTC+0)` becomes `closingtime`: text in parentheses is a unit. A `Profit %` is not a profit in money.
 */
export function bareName(column: string): string {
  const name = column
    .replace(/\(.*?\)/g, '')
    .trim()
    .replace(CURRENCY, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]/g, '')
  return column.includes('%') ? `${name}percent` : name
}
