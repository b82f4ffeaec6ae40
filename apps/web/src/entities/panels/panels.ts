import type { Panel } from './define-panel.ts'

/** The `*.panel.tsx` files of all features. They are small: what a panel shows is loaded with the panel. */
const FILES = import.meta.glob<{ readonly panel: Panel }>('../../features/**/*.panel.tsx', { eager: true })

export const PANELS: readonly Panel[] = Object.values(FILES).map(({ panel }) => panel)

export function findPanel(name: string): Panel | null {
  return PANELS.find((panel) => panel.name === name) ?? null
}

/** Whether a panel shows one instrument, which its options name. */
export function showsInstrument(view: string): boolean {
  return typeof (findPanel(view)?.readOptions(undefined) as { instrumentId?: unknown })?.instrumentId === 'string'
}

export function hasSettings(view: string): boolean {
  return showsInstrument(view) || (findPanel(view)?.settings?.length ?? 0) > 0
}

/** Whether a panel shows the instrument of a group, or chooses it. */
export function isLinkable(view: string): boolean {
  return showsInstrument(view) || findPanel(view)?.choosesInstrument === true
}
