import { type Drizzle, schema } from '@tradeloom/database'
import type { Vault } from '@tradeloom/vault/open'
import { KeyRefused, type VenueAccount } from '@tradeloom/venues'
import { eq, inArray } from 'drizzle-orm'
import { refuseGuardianKey } from '../../trading-core/connections/refuse-guardian-key.ts'
import { unsealAccount } from '../../trading-core/connections/unseal-account.ts'
import type { UsableConnection } from '../../trading-core/connections/usable-connections.ts'
import { problemOfRights, reasonOf } from './key-problems.ts'

const { guardianKeys, tradingAccounts } = schema

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 600_000

const SAME_KEY = 'This is the key of the connection itself. The guardian needs another one'
const OTHER_ACCOUNT = 'This key opens another account than that of the connection'

export interface GuardianKeysParts {
  readonly db: Drizzle
  readonly vault: Vault
  readonly marketDir: string
}

interface Attempt {
  readonly box: string
  readonly isAccepted: boolean
  readonly pauseMs: number
  /** Monotonic. */
  readonly notBefore: number
}

/** Tries the keys that guardians have for themselves: no guardian uses one before, and each is tried again by every new process. */
export class GuardianKeys {
  readonly #parts: GuardianKeysParts
  readonly #attempts = new Map<string, Attempt>()
  #looking: Promise<void> | null = null

  constructor(parts: GuardianKeysParts) {
    this.#parts = parts
  }

  /** Of connections that this process works on. Calls while it is at it are one call. */
  look(connections: readonly UsableConnection[]): Promise<void> {
    this.#looking ??= this.#look(connections).finally(() => (this.#looking = null))
    return this.#looking
  }

  async #look(connections: readonly UsableConnection[]): Promise<void> {
    const { db } = this.#parts
    const known = new Map(
      connections.flatMap((one) => (one.adapter.login?.guardianHasOwnKey ? [[one.id, one] as const] : [])),
    )
    if (known.size === 0) return
    const rows = await db
      .select()
      .from(guardianKeys)
      .where(inArray(guardianKeys.connectionId, [...known.keys()]))
    for (const { connectionId, credentials, acceptedAt } of rows) {
      const connection = known.get(connectionId)
      if (!connection || credentials === null || !this.#isDue(connectionId, credentials, acceptedAt !== null)) continue
      await this.#try(connection, credentials)
    }
  }

  #isDue(id: string, credentials: Buffer, isAccepted: boolean): boolean {
    const last = this.#attempts.get(id)
    if (last?.box !== boxOf(credentials)) return true
    return !(last.isAccepted && isAccepted) && performance.now() >= last.notBefore
  }

  async #try(connection: UsableConnection, credentials: Buffer): Promise<void> {
    const { db } = this.#parts
    const { id, adapter } = connection
    let isAccepted = false
    try {
      const { problem, isErased } = await this.#problemOf(connection, credentials)
      isAccepted = problem === null
      if (problem === null) {
        await db
          .update(guardianKeys)
          .set({ acceptedAt: new Date(), problem })
          .where(eq(guardianKeys.credentials, credentials))
      } else await refuseGuardianKey(db, { ...connection, guardianKey: credentials }, problem, isErased)
    } catch (error) {
      const reason = reasonOf(error, adapter.displayName)
      if (error instanceof KeyRefused)
        await refuseGuardianKey(db, { ...connection, guardianKey: credentials }, reason, false)
      // What was accepted before is used meanwhile.
      else await db.update(guardianKeys).set({ problem: reason }).where(eq(guardianKeys.credentials, credentials))
    }
    const box = boxOf(credentials)
    const last = this.#attempts.get(id)
    const pauseMs = last?.box === box ? Math.min(last.pauseMs * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS
    this.#attempts.set(id, { box, isAccepted, pauseMs, notBefore: performance.now() + pauseMs })
  }

  /** Why it is not used; null if it is. `isErased`: it must not be kept. */
  async #problemOf(
    connection: UsableConnection,
    credentials: Buffer,
  ): Promise<{ readonly problem: string | null; readonly isErased: boolean }> {
    const { db, vault, marketDir } = this.#parts
    const { id, adapter } = connection
    const own = await unsealAccount(vault, { ...connection, credentials }, marketDir, 'guardian_keys')
    const first = await unsealAccount(vault, connection, marketDir)
    if (firstField(own) === firstField(first)) return { problem: SAME_KEY, isErased: true }
    const reader = adapter.openAccount?.(own)
    if (!reader) throw new Error(`${adapter.displayName} takes no keys`)
    const rights = await reader.rights()
    const problem = problemOfRights(rights)
    if (problem !== null) return { problem, isErased: rights.canWithdraw }
    const opened = (await adapter.listAccounts?.(own)) ?? [rights.accountNo]
    const accounts = await db.select().from(tradingAccounts).where(eq(tradingAccounts.connectionId, id))
    const isSame = accounts.every(({ accountNo }) => opened.includes(accountNo))
    return { problem: isSame ? null : OTHER_ACCOUNT, isErased: false }
  }
}

/** What names the key at its venue. */
function firstField({ credentials }: VenueAccount): string | undefined {
  return Object.values(credentials)[0]
}

function boxOf(credentials: Buffer): string {
  return Buffer.from(credentials).toString('base64')
}
