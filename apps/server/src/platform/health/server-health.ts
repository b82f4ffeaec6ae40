import type { Bus } from '@tradeloom/bus'
import type { ServiceHealth } from '@tradeloom/contracts'
import type { Database } from '@tradeloom/database'
import type { RunnerPool } from '@tradeloom/sandbox'
import { type ServiceName, SERVICES } from '../../environment.ts'
import type { DiskReserve } from './disk-reserve.ts'

interface HealthDeps {
  readonly services: ReadonlySet<ServiceName>
  readonly database: Pick<Database, 'answers' | 'description'>
  readonly bus: Pick<Bus, 'description' | 'isConnected'>
  readonly disk: Pick<DiskReserve, 'lack'>
}

const BUS_AWAY = 'NATS does not respond: changes made by other servers appear once it is back'

/** The state of the server and of each of its parts. */
export class ServerHealth {
  status: 'starting' | 'ready' | 'stopping' = 'starting'
  /** What takes long at the first start. */
  detail: string | null = null
  /** Null in a server that runs no scripts. */
  pool: Pick<RunnerPool, 'level' | 'stats'> | null = null
  readonly #deps: HealthDeps

  constructor(deps: HealthDeps) {
    this.#deps = deps
  }

  async report() {
    const { database, bus, disk } = this.#deps
    const isAway = !(await database.answers())
    const { size, running } = this.pool?.stats() ?? { size: 0, running: 0 }
    const carriers: ServiceHealth[] = [
      { name: 'database', status: isAway ? 'away' : 'ready', detail: database.description },
      { name: 'bus', status: bus.isConnected ? 'ready' : 'away', detail: bus.isConnected ? bus.description : BUS_AWAY },
    ]
    return {
      status: isAway && this.status === 'ready' ? ('database-away' as const) : this.status,
      database: database.description,
      sandbox: this.pool?.level ?? 'none',
      runners: { size, busy: running },
      services: [...SERVICES.map((name) => this.#service(name)), ...carriers],
      detail: this.detail ?? (await disk.lack()) ?? (bus.isConnected ? null : BUS_AWAY),
    }
  }

  #service(name: ServiceName): ServiceHealth {
    if (!this.#deps.services.has(name)) return { name, status: 'elsewhere', detail: null }
    return { name, status: this.status, detail: null }
  }
}
