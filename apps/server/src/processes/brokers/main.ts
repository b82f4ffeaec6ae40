import { TickReader } from '@tradeloom/market-data/ticks'
import { ADAPTERS } from '@tradeloom/venues'
import { pipedVault } from '../../trading-core/connections/piped-vault.ts'
import { runService } from '../../platform/processes/run-service.ts'
import type { BrokersCommand, BrokersEvent } from './brokers-messages.ts'
import { BrokersService } from './brokers-service.ts'

const vault = pipedVault()

runService<BrokersCommand, BrokersEvent>(({ emit }) => {
  let service: BrokersService | null = null
  return {
    receive(command) {
      if (command.do === 'look') void service?.look()
      else if (command.do === 'tick') void service?.tick(command.instrumentId)
      else {
        const prices = new TickReader(command.marketDir)
        service ??= new BrokersService(command, { adapters: ADAPTERS, prices, vault, emit })
      }
    },
    stop: async () => service?.stop(),
  }
})
