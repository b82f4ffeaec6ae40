import type { Direction } from './move-panel.ts'

/** What the grid does with a panel. */
export interface PanelActions {
  readonly move: (key: string, direction: Direction) => void
  readonly size: (key: string, direction: Direction) => void
}
