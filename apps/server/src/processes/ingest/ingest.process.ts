import type { IngestCommand, IngestEvent } from '@tradeloom/contracts'
import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'

/**
 * Receives the prices of venues, logs them and makes candles of them. It opens no key but those of connections that were
 * marked for the prices of venues which show none without a login.
 */
export const ingest: ServiceDefinition<IngestCommand, IngestEvent> = {
  name: 'ingest',
  entry: new URL('main.ts', import.meta.url),
  hasKeyPipe: true,
  // Prices are missing meanwhile.
  maxPauseMs: 2_000,
  limits: { heapMb: 512, silenceMs: 15_000 },
}
