import { storeOptions } from '../../entities/panels/dashboard-state.ts'
import type { StoredOptions } from '../../entities/panels/define-panel.ts'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import { findPanel } from '../../entities/panels/panels.ts'
import { chooseInstrument } from '../../entities/orders/choose-instrument.ts'

type Values = Readonly<Record<string, unknown>>

/** Keeps options of a panel with its layout; another instrument of a linked one is for its whole group. */
export function keepOptions(cell: Cell, stored: StoredOptions): void {
  const panel = findPanel(cell.view)
  if (panel === null) return
  if (cell.group === undefined) return storeOptions(cell.key, stored)
  const { instrumentId: before, ...others } = panel.readOptions(optionsOf(cell, panel.version)) as Values
  const { instrumentId, ...next } = panel.readOptions(stored) as Values
  if (typeof instrumentId === 'string' && instrumentId !== before) chooseInstrument(cell.group, instrumentId)
  if (JSON.stringify(next) !== JSON.stringify(others)) storeOptions(cell.key, stored)
}
