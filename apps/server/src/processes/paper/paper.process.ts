import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'
import type { PaperCommand, PaperEvent } from './paper-messages.ts'

/** Executes the orders of paper accounts on live prices. It has no key and knows no address of a broker. */
export const paper: ServiceDefinition<PaperCommand, PaperEvent> = {
  name: 'paper',
  entry: new URL('main.ts', import.meta.url),
  // Orders and stops wait meanwhile.
  maxPauseMs: 2_000,
  limits: { heapMb: 512, silenceMs: 15_000 },
}
