/** The process that guards accounts, as the server sees it. */
export interface GuardianProcess {
  /** Called when its rules say something else of an account, and when they have changed its level. */
  onChange(listener: (account: { readonly accountId: string; readonly userId: string }) => void): void
  /** What its rules say of an account now. */
  warningsOf(accountId: string): readonly string[]
  isWatching(accountId: string): boolean
  /** Starts it if it does not run, and waits until it watches the account; false if it does not. */
  ensure(accountId: string): Promise<boolean>
  /** Starts it if it does not run: accounts or limits have changed. */
  look(): void
}
