import { basename } from 'node:path'
import type { Drizzle } from '@tradeloom/database'
import { KillDoor } from '@tradeloom/kill-switch'
import type { AccountGuard } from './account-guard.ts'
import { FlattenOrders } from './flatten-orders.ts'
import { accountsToFlatten, recordFlatten, writeLevel } from './guard-store.ts'
import type { GuardianCommand } from './guardian-messages.ts'
import { KillListener } from './kill-listener.ts'

export interface SwitchParts {
  readonly command: Extract<GuardianCommand, { do: 'open' }>
  readonly db: Drizzle
  readonly guards: () => AccountGuard[]
  /** Accounts that nobody watches here have a stricter level. */
  readonly onStored: () => void
  readonly work: (guard: AccountGuard) => void
  readonly report: (message: string) => void
}

/** By which people close accounts down, past everything else: by files, and at a port of the guardian's own. */
export class SwitchOfGuardian {
  readonly #orders: FlattenOrders
  readonly #listener: KillListener | null

  constructor({ command, db, guards, onStored, work, report }: SwitchParts) {
    const { dataDir, file, kill } = command
    const now = (): number => Date.now()
    const orders = new FlattenOrders({
      dataDir,
      name: basename(file, '.json'),
      guards,
      stored: (request) => accountsToFlatten(db, request),
      store: async (accountId, reason) => {
        await writeLevel(db, accountId, { level: 'FLATTEN', reason }, false)
        onStored()
      },
      record: (record) => recordFlatten(db, record),
      work,
      report,
      now,
    })
    this.#orders = orders
    const door = new KillDoor({
      dataDir,
      door: 'guardian',
      now,
      // At once: also what the disk does not take.
      onRequest: (request) => {
        orders.take(request)
        orders.look()
      },
      answersOf: (id) => [orders.answerOf(id)].filter((answer) => answer !== null),
    })
    this.#listener = kill && new KillListener({ ...kill, door, report })
  }

  /** Reads what was requested by files, and goes on with it. */
  look(): void {
    this.#orders.look()
  }

  close(): void {
    this.#listener?.close()
  }
}
