import { runService } from '../../platform/processes/run-service.ts'
import type { SessionsCommand, SessionsEvent } from './sessions-messages.ts'
import { SessionsService } from './sessions-service.ts'

runService<SessionsCommand, SessionsEvent>(({ emit }) => {
  let service: SessionsService | null = null
  return {
    receive(command) {
      if (command.do === 'open') service ??= new SessionsService(command, emit)
      else if (command.do === 'tick') service?.tick(command.instrumentId)
      else service?.account(command.accountId)
    },
    stop: async () => service?.stop(),
  }
})
