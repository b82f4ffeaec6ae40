import type { IngestCommand, IngestEvent } from '@tradeloom/contracts'
import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'

/** Receives the public prices of venues, logs them and makes candles of them. It holds no key. */
export const ingest: ServiceDefinition<IngestCommand, IngestEvent> = {
  name: 'ingest',
  entry: new URL('main.ts', import.meta.url),
  runsIn: 'child',
  // Prices are missing meanwhile.
  maxPauseMs: 2_000,
  limits: { heapMb: 512, silenceMs: 15_000 },
}
