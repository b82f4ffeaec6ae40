import type { Shortcut } from '../../ui/shortcut.ts'

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const

/** On dashboards. */
export const DASHBOARD_SHORTCUTS = {
  go: { keys: ['G'], does: 'Go to a panel by its letter' },
  move: { keys: ARROWS.map((arrow) => `Alt+${arrow}`), does: 'Move the panel that has the focus' },
  size: { keys: ARROWS.map((arrow) => `Alt+Shift+${arrow}`), does: 'Size the panel that has the focus' },
  back: { keys: ['Escape'], does: 'Undo the drag' },
} as const satisfies Record<string, Shortcut>
