import type { Database } from '@tradeloom/database'
import type { RunnerPool } from '@tradeloom/sandbox'
import { VERSION } from '../../version.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Handlers } from '../../platform/http/route.ts'

/** How far the server is. One object that main changes and health reads. */
export interface ServerState {
  status: 'starting' | 'ready' | 'stopping'
  detail: string | null
}

export interface SystemDeps {
  readonly state: ServerState
  readonly pool: RunnerPool
  readonly disk: Pick<DiskReserve, 'lack'>
  readonly database: Pick<Database, 'answers' | 'description'>
}

export function systemHandlers({ state, pool, database, disk }: SystemDeps): Pick<Handlers, 'health'> {
  return {
    health: async ({ reply }) => {
      const { size, running } = pool.stats()
      const isAway = state.status === 'ready' && !(await database.answers())
      const status = isAway ? 'database-away' : state.status
      reply.status(status === 'ready' ? 200 : 503)
      if (status !== 'ready') reply.header('retry-after', '2')
      return {
        status,
        version: VERSION,
        database: database.description,
        sandbox: pool.level,
        runners: { size, busy: running },
        detail: state.detail ?? (await disk.lack()),
      }
    },
  }
}
