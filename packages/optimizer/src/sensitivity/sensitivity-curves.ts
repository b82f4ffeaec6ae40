import type { Lattice, Point } from '../lattice/lattice.ts'
import type { Trial } from '../ranking/trial.ts'

/** The objective along one external while all others keep the values of the best trial. */
export interface SensitivityOfExternal {
  readonly external: string
  /** Ascending positions; the objective is null if undefined or not evaluated. */
  readonly points: readonly { readonly value: number; readonly objective: number | null; readonly isBest: boolean }[]
  /** Largest change of the objective by one step, as a part of the best one. Null without an evaluated step. */
  readonly change: number | null
}

/** An external with more values is shown where it was evaluated only. */
const MAX_POINTS = 1_000

/**
 * One curve for each external that varies, from the trials that differ from the best one in this external alone. A search
 * that adapts evaluates few of them. `sign` is -1 for an objective of which lower values are better.
 */
export function sensitivityCurves(
  lattice: Lattice,
  trials: readonly Trial[],
  best: Trial,
  sign: 1 | -1,
): SensitivityOfExternal[] {
  const along = lattice.axes.map(() => new Map<number, number | null>())
  for (const { point, scores } of trials) {
    const axis = onlyDifference(point, best.point)
    if (axis === null) continue
    const score = scores[0] ?? null
    along[axis]?.set(point[axis] as number, score === null ? null : sign * score)
  }
  const own = best.scores[0] ?? null
  const reached = own === null ? null : sign * own
  return lattice.axes.flatMap(({ name, size, valueAt }, axis) => {
    if (size === 1) return []
    const place = best.point[axis] as number
    const found = (along[axis] as Map<number, number | null>).set(place, reached)
    const places =
      size <= MAX_POINTS ? Array.from({ length: size }, (_, k) => k) : [...found.keys()].toSorted((a, b) => a - b)
    const points = places.map((k) => ({ value: valueAt(k), objective: found.get(k) ?? null, isBest: k === place }))
    return [{ external: name, points, change: changeOf(reached, [found.get(place - 1), found.get(place + 1)]) }]
  })
}

/** The axis along which two points differ; null for equal points and for those that differ along several. */
function onlyDifference(one: Point, other: Point): number | null {
  let found: number | null = null
  for (let axis = 0; axis < one.length; axis++) {
    if (one[axis] === other[axis]) continue
    if (found !== null) return null
    found = axis
  }
  return found
}

function changeOf(best: number | null, steps: readonly (number | null | undefined)[]): number | null {
  const known = steps.filter((value) => typeof value === 'number')
  if (best === null || best === 0 || known.length === 0) return null
  return Math.max(...known.map((value) => Math.abs(value - best))) / Math.abs(best)
}
