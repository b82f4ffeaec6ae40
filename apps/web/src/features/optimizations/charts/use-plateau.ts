import { useEffect, useMemo, useState } from 'react'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { objectiveValues } from './objective-values.ts'
import { type PlateauInput, plateauValues } from './plateau-values.ts'

/** Fewer are compared at once, without a worker. */
const FEW = 1000
/** A scattered search compares each backtest with many others, a full grid with its direct neighbors only. */
export const MAX_SCATTERED = 20_000
const MAX_ROWS = 200_000

export type Plateau = Float64Array | 'computing' | 'too-many' | 'failed'

/** Plateau score of each row, for charts; nothing is computed unless it is wanted. */
export function usePlateau(rows: OptimizationRows, better: 'higher' | 'lower', isWanted: boolean): Plateau {
  const [done, setDone] = useState<{ readonly of: PlateauInput; readonly values: Plateau } | null>(null)
  const isTooMany = rows.count > (rows.count === rows.lattice.count ? MAX_ROWS : MAX_SCATTERED)
  const input = useMemo(
    () => (isWanted && !isTooMany ? inputOf(rows, better) : null),
    [rows, better, isWanted, isTooMany],
  )
  const few = useMemo(() => (input !== null && input.scores.length <= FEW ? plateauValues(input) : null), [input])
  useEffect(() => {
    if (input === null || input.scores.length <= FEW) return undefined
    const worker = new Worker(new URL('./plateau-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Float64Array>) => setDone({ of: input, values: data }))
    worker.addEventListener('error', () => setDone({ of: input, values: 'failed' }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(input)
    return () => worker.terminate()
  }, [input])
  if (isTooMany) return 'too-many'
  return few ?? (done !== null && done.of === input ? done.values : 'computing')
}

function inputOf(rows: OptimizationRows, better: 'higher' | 'lower'): PlateauInput {
  const sign = better === 'higher' ? 1 : -1
  return {
    sizes: rows.lattice.sizes,
    points: rows.points.slice(),
    scores: objectiveValues(rows).map((value) => sign * value),
    violation: rows.violation.slice(),
  }
}
