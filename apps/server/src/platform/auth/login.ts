import type { User } from '@tradeloom/contracts'

/** A user who is signed in, in one browser. */
export interface Login {
  /** Id of the login, not of the user. */
  readonly id: string
  readonly user: User
}
