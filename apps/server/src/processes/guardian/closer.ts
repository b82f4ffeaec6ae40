import type { SentClosing } from './guard-file.ts'
import type { HeldNow } from './held-now.ts'
import type { StoredGuard } from './stored-guards.ts'

/** The way in which an account is closed down. */
export interface Closer {
  /** Whether it works without the database. */
  readonly isOwnClient: boolean
  /** Orders that were sent and are not known to have ended. */
  readonly closings: readonly SentClosing[]
  /** What the account holds, with what it knows beyond the books. */
  held(stored: StoredGuard): HeldNow
  /** Reads what happened while nobody listened, if that may be, and lets nobody wait for it. */
  follow(stored: StoredGuard): void
  /** Cancels and closes what it can now. True when nothing is open, and nothing can come any more. */
  step(stored: StoredGuard): Promise<boolean>
  close(): void
}
