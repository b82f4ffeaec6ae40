import type { AccountRow } from '@tradeloom/database'
import { needsGuardian } from '@tradeloom/database'
import type { GuardianProcess } from './guardian-process.ts'
import type { PaperConnection } from './paper-connection.ts'
import type { StoredAccountRow } from './seen-accounts.repository.ts'

/** The process that works on accounts at venues, as the server sees it. */
export interface VenueConnections {
  /** Null while it is not known. */
  isConnected(connectionId: string): boolean | null
  /** Whether it was connected when its process ended, which starts again. */
  isStartingAgain(connectionId: string): boolean
  /** Starts it if it does not run, and waits until the connection works; false if it does not. */
  ensure(connectionId: string): Promise<boolean>
}

export const NOT_GUARDED = 'The account opens nothing while its guardian does not answer'

/** Which process works on an account. */
export class AccountProcesses {
  readonly #paper: PaperConnection
  readonly #venues: VenueConnections
  readonly #guardian: GuardianProcess

  constructor(paper: PaperConnection, venues: VenueConnections, guardian: GuardianProcess) {
    this.#paper = paper
    this.#venues = venues
    this.#guardian = guardian
  }

  /** What its guardian says of an account now. */
  warningsOf(accountId: string): readonly string[] {
    return this.#guardian.warningsOf(accountId)
  }

  /** The limits of an account have changed. */
  lookAtLimits(): void {
    this.#guardian.look()
  }

  /**
   * Whether the account may open positions as far as its guardian is concerned: one that is to have it waits for it. Others
   * are watched, too, from when they have something.
   */
  async ensureGuarded({ account, control }: Pick<StoredAccountRow, 'account' | 'control'>): Promise<boolean> {
    if (needsGuardian(account, control)) return this.#guardian.ensure(account.id)
    if (!this.#guardian.isWatching(account.id)) this.#guardian.look()
    return true
  }

  isConnected({ type, id }: { readonly type: string; readonly id: string }): boolean | null {
    return type === 'paper' ? this.#paper.isConnected : this.#venues.isConnected(id)
  }

  /** As `ensure`, of a request that closes a whole position: while that process starts again, the guardian sends it. */
  async ensureClosing(account: Pick<AccountRow, 'id' | 'venue' | 'connectionId'>): Promise<boolean> {
    const { id, venue, connectionId } = account
    const isLeft = venue !== 'paper' && this.#venues.isStartingAgain(connectionId) && this.#guardian.isWatching(id)
    return isLeft || this.ensure(account)
  }

  ensure({ venue, connectionId }: Pick<AccountRow, 'venue' | 'connectionId'>): Promise<boolean> {
    return venue === 'paper' ? this.#paper.ensure() : this.#venues.ensure(connectionId)
  }
}
