import type { IngestCommand, IngestEvent } from '@tradeloom/contracts'
import { ADAPTERS, systemClock } from '@tradeloom/venues'
import { runService } from '../../platform/processes/run-service.ts'
import { openAccountFeed } from '../../trading-core/connections/open-account-feed.ts'
import { pipedVault } from '../../trading-core/connections/piped-vault.ts'
import { Ingest } from './ingest.ts'

const vault = pipedVault()

/** How often it is told what is open. */
const STATES_MS = 1_000

runService<IngestCommand, IngestEvent>(({ emit }) => {
  const ingest = new Ingest({
    adapters: ADAPTERS,
    clock: systemClock,
    emit,
    openAccountFeed: async (options) => openAccountFeed(await vault, options),
  })
  const timer = setInterval(() => emit({ kind: 'feeds', feeds: ingest.states() }), STATES_MS)
  return {
    receive: (command) => (command.do === 'want' ? ingest.want(command) : ingest.refreshBook(command)),
    stop: async () => {
      clearInterval(timer)
      ingest.stop()
    },
  }
})
