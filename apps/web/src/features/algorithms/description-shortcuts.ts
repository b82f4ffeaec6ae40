import type { Shortcut } from '../../ui/shortcut.ts'

export const DESCRIPTION_SHORTCUTS = {
  save: { keys: ['Mod+S'], does: 'Save the description' },
  cancel: { keys: ['Escape'], does: 'Stop editing the description' },
} as const satisfies Record<string, Shortcut>
