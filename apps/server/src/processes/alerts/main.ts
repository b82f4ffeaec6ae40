import { TickReader } from '@tradeloom/market-data/ticks'
import { runService } from '../../platform/processes/run-service.ts'
import type { AlertsCommand, AlertsEvent } from './alerts-messages.ts'
import { AlertsService } from './alerts-service.ts'

runService<AlertsCommand, AlertsEvent>(({ emit }) => {
  let service: AlertsService | null = null
  return {
    receive(command) {
      if (command.do === 'tick') service?.tick(command.instrumentId)
      else service ??= new AlertsService(command, { ticks: new TickReader(command.marketDir), emit })
    },
    stop: async () => service?.stop(),
  }
})
