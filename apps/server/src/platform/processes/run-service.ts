import { ownerLink } from './owner-link.ts'
import type { ServiceMessage } from './service-messages.ts'

/** Shorter than any limit of silence. */
const BEAT_MS = 250
/** As long as its owner waits. One that has died kills nothing, and what goes on without it may hold leases. */
const STOP_MS = 2_000

export interface ServiceContext<Event> {
  emit(event: Event): void
}

export interface RunningService<Command> {
  receive(command: Command): void
  /** Called before the process ends in order; its owner kills it after two seconds. */
  stop?(): Promise<void>
}

/** The `main.ts` of a service calls this, once. A beat shows its owner that its event loop turns. */
export function runService<Command, Event>(start: (context: ServiceContext<Event>) => RunningService<Command>): void {
  const link = ownerLink<Command, ServiceMessage<Event>>()
  const service = start({ emit: (event) => void link.send({ kind: 'event', event }) })
  link.onMessage((command) => service.receive(command))
  const beat = setInterval(() => void link.send({ kind: 'beat' }), BEAT_MS)
  link.closing.addEventListener('abort', () => {
    clearInterval(beat)
    setTimeout(() => process.exit(1), STOP_MS)
    void Promise.resolve(service.stop?.()).finally(() => process.exit())
  })
}
