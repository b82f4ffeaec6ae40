/** What the database layer needs of a logger; pino fits. */
export interface DatabaseLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  debug(fields: object, message: string): void
}

export const silentLogger: DatabaseLogger = { info: () => {}, warn: () => {}, debug: () => {} }
