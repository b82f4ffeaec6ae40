import type { Kernel } from '../kernel.ts'
import type { Loop, RowRange } from './loop.ts'
import { MergedLoop } from './merged-loop.ts'
import { SingleLoop } from './single-loop.ts'

/** Chosen once per run, so that a single market does not pay for the support of several. */
export function createLoop(kernel: Kernel, ranges: readonly RowRange[], isMerged = ranges.length > 1): Loop {
  const [only] = ranges
  return only && !isMerged ? new SingleLoop(kernel, only) : new MergedLoop(kernel, ranges)
}
