import type { Shortcut } from '../../ui/shortcut.ts'

export const BACKTEST_SHORTCUTS = {
  run: { keys: ['Mod+Enter'], does: 'Run again with changed inputs' },
  saveNote: { keys: ['Mod+Enter'], does: 'Save the note' },
} as const satisfies Record<string, Shortcut>
