import type { StoredOptions } from '../../entities/panels/define-panel.ts'
import { findPanel } from '../../entities/panels/panels.ts'

/** What a panel is called, with its instrument if it has one: `Price chart EURUSD:SIM`. */
export function titleOfPanel(view: string, options: StoredOptions | undefined): string {
  const { instrumentId } = (options?.values ?? {}) as { readonly instrumentId?: unknown }
  const title = findPanel(view)?.title ?? view
  return typeof instrumentId === 'string' ? `${title} ${instrumentId}` : title
}
