import type { Bus } from '@tradeloom/bus'
import type { MarketImport } from '@tradeloom/contracts'
import { type ImportRow, viewImport } from './market-imports.repository.ts'

/** Message on `import.<id>`. */
export interface ImportMessage {
  readonly userId: string
  readonly data: MarketImport
}

export function publishImport(bus: Bus, row: ImportRow): void {
  const message: ImportMessage = { userId: row.userId, data: viewImport(row) }
  bus.publish(`import.${row.id}`, message)
}
