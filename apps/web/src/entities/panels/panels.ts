import type { Panel } from './define-panel.ts'

/** The `*.panel.tsx` files of all features. They are small: what a panel shows is loaded with the panel. */
const FILES = import.meta.glob<{ readonly panel: Panel }>('../../features/**/*.panel.tsx', { eager: true })

export const PANELS: readonly Panel[] = Object.values(FILES).map(({ panel }) => panel)

export function findPanel(name: string): Panel | null {
  return PANELS.find((panel) => panel.name === name) ?? null
}
