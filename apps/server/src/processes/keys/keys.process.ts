import type { DeriveKeys, KeyAnswer } from '../../platform/processes/key-messages.ts'
import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/** Reads the master key, so that it never is in the memory of the server; it ends with its answer. */
export const keys: RequestProcessDefinition<DeriveKeys, KeyAnswer> = {
  name: 'keys',
  entry: new URL('main.ts', import.meta.url),
  atOnce: 1,
  idleMs: 0,
  // A busy machine takes this long to load its code.
  limits: { heapMb: 64, silenceMs: 60_000 },
}
