import { TickReader } from '@tradeloom/market-data/ticks'
import { runService } from '../../platform/processes/run-service.ts'
import type { PaperCommand, PaperEvent } from './paper-messages.ts'
import { PaperService } from './paper-service.ts'

runService<PaperCommand, PaperEvent>(({ emit }) => {
  let service: PaperService | null = null
  return {
    receive(command) {
      if (command.do === 'tick') service?.tick(command.instrumentId)
      else service ??= new PaperService(command, { ticks: new TickReader(command.marketDir), emit })
    },
    stop: async () => service?.stop(),
  }
})
