/** What the database layer needs from a logger; pino satisfies it. */
export interface DatabaseLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  debug(fields: object, message: string): void
}

export const silentLogger: DatabaseLogger = { info: () => {}, warn: () => {}, debug: () => {} }
