import type { Shortcut } from '../../ui/shortcut.ts'

export const DRAWING_SHORTCUTS = {
  undo: { keys: ['Mod+Z'], does: 'Undo' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], does: 'Redo' },
  remove: { keys: ['Delete', 'Backspace'], does: 'Remove the selected drawing' },
  cancel: { keys: ['Escape'], does: 'Cancel the drawing, or clear the selection' },
  place: { keys: ['Enter'], does: 'Place a point at the crosshair' },
} as const satisfies Record<string, Shortcut>
