import type { AccountRow } from '@tradeloom/database'
import type { PaperConnection } from './paper-connection.ts'

/** The process that works on accounts at venues, as the server sees it. */
export interface VenueConnections {
  /** Null while it is not known. */
  isConnected(connectionId: string): boolean | null
  /** Starts it if it does not run, and waits until the connection works; false if it does not. */
  ensure(connectionId: string): Promise<boolean>
}

/** Which process works on an account. */
export class AccountProcesses {
  readonly #paper: PaperConnection
  readonly #venues: VenueConnections

  constructor(paper: PaperConnection, venues: VenueConnections) {
    this.#paper = paper
    this.#venues = venues
  }

  isConnected({ type, id }: { readonly type: string; readonly id: string }): boolean | null {
    return type === 'paper' ? this.#paper.isConnected : this.#venues.isConnected(id)
  }

  ensure({ venue, connectionId }: Pick<AccountRow, 'venue' | 'connectionId'>): Promise<boolean> {
    return venue === 'paper' ? this.#paper.ensure() : this.#venues.ensure(connectionId)
  }
}
