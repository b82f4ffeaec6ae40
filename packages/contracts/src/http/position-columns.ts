import { z } from 'zod'
import { type Position, position } from './backtest-result.ts'

type Columns<Row> = { readonly [Key in keyof Row]: Row[Key][] }

/** Positions as one list of values for each field: a third of the size of a list of objects. */
export type PositionColumns = Columns<Position>

const KEYS = Object.keys(position.shape) as (keyof Position)[]

export const positionColumns = z.object(
  Object.fromEntries(KEYS.map((key) => [key, z.array(position.shape[key])])),
) as unknown as z.ZodType<PositionColumns, PositionColumns>

type AnyPosition = Omit<Position, 'profitInterval'> & { readonly profitInterval: readonly [number, number] | null }

export function toPositionColumns(positions: readonly AnyPosition[]): PositionColumns {
  return Object.fromEntries(KEYS.map((key) => [key, positions.map((row) => row[key])])) as unknown as PositionColumns
}

export function fromPositionColumns(columns: PositionColumns): Position[] {
  return columns.id.map((_, row) =>
    Object.fromEntries(KEYS.map((key) => [key, columns[key][row]])),
  ) as unknown as Position[]
}
