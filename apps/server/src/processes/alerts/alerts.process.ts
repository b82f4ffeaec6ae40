import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'
import type { AlertsCommand, AlertsEvent } from './alerts-messages.ts'

/** Judges the alerts of users on every row of the tick log. It runs no scripts and has no key. */
export const alerts: ServiceDefinition<AlertsCommand, AlertsEvent> = {
  name: 'alerts',
  entry: new URL('main.ts', import.meta.url),
  // Alerts come late meanwhile.
  maxPauseMs: 5_000,
  limits: { heapMb: 512, silenceMs: 15_000 },
}
