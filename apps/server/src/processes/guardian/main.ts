import { TickReader } from '@tradeloom/market-data/ticks'
import { openVault } from '@tradeloom/vault/open'
import { ADAPTERS } from '@tradeloom/venues'
import { readKeyPipe } from '../../platform/processes/read-key-pipe.ts'
import { runService } from '../../platform/processes/run-service.ts'
import type { GuardianCommand, GuardianEvent } from './guardian-messages.ts'
import { GuardianService } from './guardian-service.ts'

const vault = readKeyPipe().then((key) => (key === null ? null : openVault(key)))

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
