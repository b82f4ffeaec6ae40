import { type Drizzle, notifyAdministrators, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { hostIdentity, isDead } from './host-identity.ts'
import { STALE_AFTER_S } from './lease-owner.ts'

/** What a lease is of. */
export interface LeaseName {
  readonly kind: string
  readonly key: string
}

/** A lease as it was taken. Its epoch is higher than that of every earlier lease. */
export interface Lease extends LeaseName {
  readonly epoch: number
}

/** Condition on `owner`, a left-joined row of lease_owners: it is gone, or has been silent for too long. */
export const isStale = sql`(owner.id is null or owner.heartbeat_at < now() - make_interval(secs => ${STALE_AFTER_S}))`

/** Takes a lease that is free, or whose owner is dead; null while another owner holds it. */
export function takeLease(tx: Transaction, name: LeaseName, owner: string): Promise<Lease | null> {
  return take(
    tx,
    name,
    owner,
    sql`leases.owner = ${owner} or exists (
    select from (select leases.owner as id) held left join lease_owners owner on owner.id = held.id where ${isStale})`,
  )
}

/** Takes a lease from whoever holds it; for what another lock already assigns to one owner. */
export async function seizeLease(tx: Transaction, name: LeaseName, owner: string): Promise<Lease> {
  return (await take(tx, name, owner, sql`true`)) as Lease
}

async function take(
  tx: Transaction,
  { kind, key }: LeaseName,
  owner: string,
  isFree: ReturnType<typeof sql>,
): Promise<Lease | null> {
  const { rows } = await tx.execute<{ epoch: number }>(
    sql`insert into leases (kind, key, owner) values (${kind}, ${key}, ${owner})
        on conflict (kind, key) do update
          set owner = excluded.owner, epoch = excluded.epoch, taken_at = now() where ${isFree}
        returning epoch::float8 as epoch`,
  )
  const [row] = rows
  return row ? { kind, key, epoch: row.epoch } : null
}

/** Locks the lease until the transaction ends; false if it was taken over or released: nothing may be written then. */
export async function holdLease(tx: Transaction, { kind, key, epoch }: Lease): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from leases where kind = ${kind} and key = ${key} and epoch = ${epoch} for update`,
  )
  return rows.length > 0
}

/** False if the lease was taken over or released before. */
export async function releaseLease(tx: Transaction, { kind, key, epoch }: Lease): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`delete from leases where kind = ${kind} and key = ${key} and epoch = ${epoch} returning key`,
  )
  return rows.length > 0
}

/** Ends the leases of owners on this host whose processes no longer exist, without waiting for their heartbeats. */
export async function expireDeadOwners(db: Drizzle): Promise<void> {
  const host = hostIdentity()
  if (host === null) return
  const { rows } = await db.execute<{ id: string; pid: number }>(
    sql`select id, pid from lease_owners where host = ${host} and heartbeat_at > 'epoch'`,
  )
  const dead = rows.filter(({ pid }) => isDead(pid)).map(({ id }) => id)
  if (dead.length === 0) return
  await db.execute(sql`update lease_owners set heartbeat_at = 'epoch' where id in ${dead}`)
}

/** Deletes dead owners without leases, and tells administrators; true if there were any. */
export async function forgetLostOwners(db: Drizzle): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; pid: number }>(
      sql`delete from lease_owners owner
          where owner.heartbeat_at < now() - make_interval(secs => ${STALE_AFTER_S})
            and not exists (select from leases where leases.owner = owner.id)
          returning id, pid`,
    )
    for (const { id, pid } of rows) {
      await notifyAdministrators(tx, {
        kind: 'server-lost',
        subject: 'A process of the server was lost',
        body: `The process ${pid} has ended or hangs. Other processes have taken over its work.`,
        dedupKey: id,
      })
    }
    return rows.length > 0
  })
}
