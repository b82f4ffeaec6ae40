import type { IngestCommand, IngestEvent } from '@tradeloom/contracts'
import { ADAPTERS, systemClock } from '@tradeloom/venues'
import { runService } from '../../platform/processes/run-service.ts'
import { Ingest } from './ingest.ts'

runService<IngestCommand, IngestEvent>(({ emit }) => {
  const ingest = new Ingest({ adapters: ADAPTERS, clock: systemClock, emit })
  return {
    receive: (command) => (command.do === 'want' ? ingest.want(command) : ingest.refreshBook(command)),
    stop: async () => ingest.stop(),
  }
})
