import { findPanel } from '../../entities/panels/panels.ts'

/** Whether a panel shows one instrument, which its options name. */
export function hasInstrument(view: string): boolean {
  return typeof (findPanel(view)?.readOptions(undefined) as { instrumentId?: unknown })?.instrumentId === 'string'
}

export function hasSettings(view: string): boolean {
  return hasInstrument(view) || (findPanel(view)?.settings?.length ?? 0) > 0
}
