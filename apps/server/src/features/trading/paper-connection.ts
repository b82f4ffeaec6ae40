/** The process that executes the orders of paper accounts, as the server sees it. */
export interface PaperConnection {
  /** Null while it has not been needed yet. */
  readonly isConnected: boolean | null
  /** Starts it if it does not run, and waits until it works; false if it does not in time. */
  ensure(): Promise<boolean>
  /** Called whenever it comes and goes. */
  onStatus(listener: () => void): void
}
