import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/** Computes the analysis of a result: from the packed result to the packed analysis. */
export const analysis: RequestProcessDefinition<Uint8Array, Uint8Array> = {
  name: 'analysis',
  entry: new URL('main.ts', import.meta.url),
  atOnce: 1,
  // An idle process only costs memory.
  idleMs: 60_000,
  // The largest results take seconds.
  limits: { heapMb: 1_024, silenceMs: 60_000 },
}
