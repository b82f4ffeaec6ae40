import type { RunnerPool } from '@tradeloom/sandbox'
import { VERSION } from '../../version.ts'
import type { Handlers } from '../../services/http/route.ts'

/** How far the server is. One object that main changes and health reads. */
export interface ServerState {
  status: 'starting' | 'ready' | 'stopping'
  detail: string | null
}

export interface SystemDeps {
  readonly state: ServerState
  readonly pool: RunnerPool
  readonly database: string
}

export function systemHandlers({ state, pool, database }: SystemDeps): Pick<Handlers, 'health'> {
  return {
    health: async ({ reply }) => {
      const { size, running } = pool.stats()
      reply.status(state.status === 'ready' ? 200 : 503)
      return {
        status: state.status,
        version: VERSION,
        database,
        sandbox: pool.level,
        runners: { size, busy: running },
        detail: state.detail,
      }
    },
  }
}
