import { DIRECTIONS } from '@tradeloom/domain'

import type { ClosedPosition } from './position.ts'

/** The numeric fields of a closed position; NaN if unknown. */
const NUMBERS = [
  'openTime',
  'closeTime',
  'quantity',
  'notional',
  'equityAtEntry',
  'risk',
  'profit',
  'pips',
  'mae',
  'mfe',
  'maePips',
  'mfePips',
  'spreadCost',
  'slippageCost',
  'commission',
  'swapCost',
  'fundingCost',
] as const satisfies readonly (keyof ClosedPosition)[]

export type ClosedNumber = (typeof NUMBERS)[number]

/** Closed positions by closing time, one column per number. */
export interface ClosedColumns extends Readonly<Record<ClosedNumber, Float64Array>> {
  readonly length: number
  /** Index into `DIRECTIONS`, and into `instrumentIds`; NaN if unknown. */
  readonly direction: Float64Array
  readonly instrument: Float64Array
  readonly instrumentIds: readonly string[]
  /** Index into `tags` plus one; 0 without a tag. Absent if the script used none. */
  readonly tag?: Float64Array
  readonly tags?: readonly string[]
}

/** A list of closed positions as columns; columns are returned unchanged. */
export function closedColumns(closed: readonly ClosedPosition[] | ClosedColumns): ClosedColumns {
  return isColumns(closed) ? closed : columnsOf(closed)
}

function isColumns(closed: readonly ClosedPosition[] | ClosedColumns): closed is ClosedColumns {
  return !Array.isArray(closed)
}

function columnsOf(closed: readonly ClosedPosition[]): ClosedColumns {
  const column = (valueOf: (position: ClosedPosition) => number | null): Float64Array => {
    const values = new Float64Array(closed.length)
    for (let at = 0; at < values.length; at++) values[at] = valueOf(closed[at] as ClosedPosition) ?? NaN
    return values
  }
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, column((position) => position[name])]))
  const instrumentIds: string[] = []
  const places = new Map<string, number>()
  const placeOf = (id: string): number => {
    const known = places.get(id)
    if (known !== undefined) return known
    places.set(id, instrumentIds.length)
    return instrumentIds.push(id) - 1
  }
  return {
    ...(numbers as Record<ClosedNumber, Float64Array>),
    length: closed.length,
    direction: column(({ direction }) => (direction === null ? null : DIRECTIONS.indexOf(direction))),
    instrument: column(({ instrumentId }) => (instrumentId === null ? null : placeOf(instrumentId))),
    instrumentIds,
  }
}
