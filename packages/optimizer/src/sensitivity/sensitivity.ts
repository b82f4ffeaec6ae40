import type { Lattice, Point } from '../lattice/lattice.ts'

export interface CurvePoint {
  readonly value: number
  /** Null if undefined or not evaluated. */
  readonly score: number | null
  readonly isChosen: boolean
}

/** The objective along one external while the others keep the chosen values. */
export interface SensitivityCurve {
  readonly external: string
  readonly curve: readonly CurvePoint[]
  /** Scores one step below and above, null at the ends of the range. */
  readonly below: number | null
  readonly above: number | null
}

/** One curve for each external that varies. `scoreOf` is null for a point that was not evaluated. */
export function sensitivity(
  lattice: Lattice,
  chosen: Point,
  scoreOf: (point: Point) => number | null,
): SensitivityCurve[] {
  return lattice.axes.flatMap(({ name, size, valueAt }, axis) => {
    if (size === 1) return []
    const own = chosen[axis] as number
    const scoreAt = (place: number) =>
      place < 0 || place >= size ? null : scoreOf(chosen.map((other, k) => (k === axis ? place : other)))
    const curve = Array.from({ length: size }, (_, place) => ({
      value: valueAt(place),
      score: scoreAt(place),
      isChosen: place === own,
    }))
    return [{ external: name, curve, below: scoreAt(own - 1), above: scoreAt(own + 1) }]
  })
}
