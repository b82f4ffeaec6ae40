import type { Optimization } from '@tradeloom/contracts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'

/** More lines than pixels show nothing, and take seconds. */
export const MAX_LINES = 3000
const BEST = 1000
const MAX_FAINT = 800

export interface DrawnLines {
  /** Brushed rows, the worst first: the best are drawn last. */
  readonly strong: Uint32Array
  readonly faint: Uint32Array
  /** Some brushed rows are not drawn. */
  readonly isSample: boolean
}

/** The best brushed rows and an even sample of the others; rows without a result are left out. */
export function drawnLines(
  rows: OptimizationRows,
  { objectives }: Optimization,
  brushed: Uint8Array | null,
): DrawnLines {
  const values = rows.objectives[0] ?? rows.profit
  const sign = objectives[0]?.better === 'lower' ? -1 : 1
  const usable = rows.index.map((_, row) => row).filter((row) => Number.isFinite(values[row]) && rows.status[row] === 0)
  const inside = brushed === null ? usable : usable.filter((row) => brushed[row] === 1)
  const ranked = inside.sort((a, b) => sign * ((values[a] as number) - (values[b] as number)))
  const outside = brushed === null ? new Uint32Array() : usable.filter((row) => brushed[row] === 0)
  const split = Math.max(0, ranked.length - BEST)
  const rest = sampleOf(ranked.subarray(0, split), MAX_LINES - BEST)
  return {
    strong: Uint32Array.from([...rest, ...ranked.subarray(split)]),
    faint: sampleOf(outside, MAX_FAINT),
    isSample: rest.length < split,
  }
}

function sampleOf(rows: Uint32Array, count: number): Uint32Array {
  if (rows.length <= count) return rows
  return Uint32Array.from({ length: count }, (_, k) => rows[Math.floor((k * rows.length) / count)] as number)
}
