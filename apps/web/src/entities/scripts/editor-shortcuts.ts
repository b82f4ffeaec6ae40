import type { Shortcut } from '../../ui/shortcut.ts'

/** Wherever the cursor is on the page of a script. */
export const EDITOR_SHORTCUTS = {
  save: { keys: ['Mod+S'], does: 'Save as a new version' },
  run: { keys: ['Mod+Enter'], does: 'Save and run with the settings last used' },
} as const satisfies Record<string, Shortcut>
