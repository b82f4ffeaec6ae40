import type { ServiceDefinition } from '../../platform/processes/process-definition.ts'
import type { SessionsCommand, SessionsEvent } from './sessions-messages.ts'

/** Runs live sessions: puts their inputs in order, and writes down what their scripts order. It has no key. */
export const sessions: ServiceDefinition<SessionsCommand, SessionsEvent> = {
  name: 'sessions',
  entry: new URL('main.ts', import.meta.url),
  // Sessions miss prices meanwhile.
  maxPauseMs: 2_000,
  limits: { heapMb: 1_024, silenceMs: 15_000 },
}
