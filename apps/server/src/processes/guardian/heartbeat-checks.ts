import { type Drizzle, schema } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { eq, sql } from 'drizzle-orm'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import { STALE_AFTER_S } from '../../platform/leases/lease-owner.ts'
import { priceProblem } from '../../trading-core/prices/price-problem.ts'
import type { LivePrice } from '../../trading-core/prices/valuation.ts'

const { sessions } = schema

export interface HeartbeatChecksParts {
  readonly db: Drizzle
  readonly disk: Pick<DiskReserve, 'lack'>
  /** Of one heartbeat: a price may be that old in any case. */
  readonly everyMs: number
  /** Accounts at venues. */
  readonly venueAccounts: () => readonly string[]
  /** Markets of open positions. */
  readonly instrumentIds: () => readonly string[]
  readonly listing: (instrumentId: string) => Promise<ListedInstrument | null>
  readonly price: (instrumentId: string) => Promise<LivePrice | null>
  readonly now: () => number
}

/** What is not in order, in words: database, brokers, prices that are traded with, disk. */
export async function heartbeatProblems(parts: HeartbeatChecksParts): Promise<string[]> {
  const lack = await parts.disk.lack()
  const disk = lack === null ? [] : [lack]
  try {
    const active = await parts.db
      .selectDistinct({ id: sessions.instrumentId })
      .from(sessions)
      .where(eq(sessions.status, 'Active'))
    const wanted = new Set([...parts.instrumentIds(), ...active.map(({ id }) => id)])
    const prices = await Promise.all([...wanted].map((id) => priceProblem(parts, id, parts.everyMs)))
    return [...disk, ...(await brokerProblems(parts)), ...prices.filter((one) => one !== null)]
  } catch {
    return [...disk, 'The database does not answer']
  }
}

/** Each account at a venue has a process that works on it. */
async function brokerProblems({ db, venueAccounts }: HeartbeatChecksParts): Promise<string[]> {
  const ids = [...venueAccounts()]
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from leases join lease_owners owner on owner.id = leases.owner
        where kind = 'account' and owner.heartbeat_at > now() - make_interval(secs => ${STALE_AFTER_S})`,
  )
  const worked = new Set(rows.map(({ key }) => key))
  const left = ids.filter((id) => !worked.has(id)).length
  return left === 0 ? [] : [`No process works on ${left} of ${ids.length} accounts at brokers`]
}
