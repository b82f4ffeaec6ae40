import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'
import type { BrokersCommand, BrokersEvent } from './brokers-messages.ts'

/** Opens the keys of users and works on their accounts at venues. */
export const brokers: ServiceDefinition<BrokersCommand, BrokersEvent> = {
  name: 'brokers',
  entry: new URL('main.ts', import.meta.url),
  hasKeyPipe: true,
  // Orders wait meanwhile.
  maxPauseMs: 2_000,
  limits: { heapMb: 512, silenceMs: 15_000 },
}
