import { TickReader } from '@tradeloom/market-data/ticks'
import { ADAPTERS } from '@tradeloom/venues'
import { pipedVault } from '../../trading-core/connections/piped-vault.ts'
import { runService } from '../../platform/processes/run-service.ts'
import type { GuardianCommand, GuardianEvent } from './guardian-messages.ts'
import { GuardianService } from './guardian-service.ts'

const vault = pipedVault()

runService<GuardianCommand, GuardianEvent>(({ emit }) => {
  let service: GuardianService | null = null
  return {
    receive(command) {
      if (command.do === 'look') void service?.look()
      else {
        const ticks = new TickReader(command.marketDir)
        service ??= new GuardianService(command, { adapters: ADAPTERS, vault, ticks, emit })
      }
    },
    stop: async () => service?.stop(),
  }
})
