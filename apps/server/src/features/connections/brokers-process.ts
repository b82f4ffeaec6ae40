/** The process that opens keys and connects to venues, as the server sees it. */
export interface BrokersProcess {
  /** Null while it is not known. */
  isConnected(connectionId: string): boolean | null
  /** Starts it if it does not run, and waits until the connection was tried, or works already; false if it does not. */
  ensure(connectionId: string): Promise<boolean>
  /** Starts it if it does not run: connections have come or gone. */
  look(): void
}
