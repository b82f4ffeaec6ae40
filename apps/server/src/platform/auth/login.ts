import type { ApiScope, User } from '@tradeloom/contracts'

/** A user who is signed in, in one browser or by the key of a program. */
export interface Login {
  /** Id of the login, not of the user; of a program its key. */
  readonly id: string
  readonly user: User
  /** When the user last showed a password, a code or a passkey; programs never do. */
  readonly verifiedAt: Date
  /** How it was opened: a `LoginMethod`; null for programs. */
  readonly method: string | null
  /** Only of programs. */
  readonly api?: ApiAccess
}

/** A program that has come with a key. */
export interface ApiLogin extends Login {
  readonly api: ApiAccess
}

/** What the key of a program opens. */
export interface ApiAccess {
  readonly scopes: readonly ApiScope[]
  /** Credits that the user has in 30 days; null without a limit. */
  readonly credits: number | null
  /** Sockets at the same time. */
  readonly sockets: number
}
