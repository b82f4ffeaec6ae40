import type { ComputedLuck, LuckColumns } from '@tradeloom/optimizer'
import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/** Judges how much of the best result of an optimization is luck. */
export const luck: RequestProcessDefinition<LuckColumns, ComputedLuck> = {
  name: 'luck',
  entry: new URL('main.ts', import.meta.url),
  atOnce: 1,
  idleMs: 0,
  // 100,000 rows of a year take 20 s on a quiet processor.
  limits: { heapMb: 2_048, silenceMs: 300_000 },
}
