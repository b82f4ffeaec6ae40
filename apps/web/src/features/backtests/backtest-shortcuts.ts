import type { Shortcut } from '../../ui/shortcut.ts'

export const BACKTEST_SHORTCUTS = {
  range: { keys: ['Shift+Click'], does: 'Select all rows from the one chosen before' },
  clear: { keys: ['Escape'], does: 'Clear the selection' },
  run: { keys: ['Mod+Enter'], does: 'Run again with changed inputs' },
  saveNote: { keys: ['Mod+Enter'], does: 'Save the note' },
} as const satisfies Record<string, Shortcut>
