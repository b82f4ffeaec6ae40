import type { Database } from '@tradeloom/database'
import type { RunnerPool } from '@tradeloom/sandbox'
import type { DiskReserve } from './disk-reserve.ts'

interface HealthDeps {
  readonly database: Pick<Database, 'answers' | 'description'>
  readonly disk: Pick<DiskReserve, 'lack'>
}

/** How far the server is and how each of its parts does. */
export class ServerHealth {
  status: 'starting' | 'ready' | 'stopping' = 'starting'
  /** What takes long at the first start. */
  detail: string | null = null
  /** Null in a server that does not run scripts. */
  pool: Pick<RunnerPool, 'level' | 'stats'> | null = null
  readonly #deps: HealthDeps

  constructor(deps: HealthDeps) {
    this.#deps = deps
  }

  async report() {
    const { database, disk } = this.#deps
    const isAway = this.status === 'ready' && !(await database.answers())
    const { size, running } = this.pool?.stats() ?? { size: 0, running: 0 }
    return {
      status: isAway ? ('database-away' as const) : this.status,
      database: database.description,
      sandbox: this.pool?.level ?? 'none',
      runners: { size, busy: running },
      detail: this.detail ?? (await disk.lack()),
    }
  }
}
