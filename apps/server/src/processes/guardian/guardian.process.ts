import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'
import type { GuardianCommand, GuardianEvent } from './guardian-messages.ts'

/** Watches accounts with clients of its own, and closes down what has exceeded its limits. */
export const guardian: ServiceDefinition<GuardianCommand, GuardianEvent> = {
  name: 'guardian',
  entry: new URL('main.ts', import.meta.url),
  hasKeyPipe: true,
  // Accounts at venues open nothing meanwhile.
  maxPauseMs: 1_000,
  limits: { heapMb: 256, silenceMs: 15_000 },
}
