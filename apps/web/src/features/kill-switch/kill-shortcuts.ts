import type { Shortcut } from '../../ui/shortcut.ts'

export const KILL_SHORTCUTS = {
  open: { keys: ['Mod+Shift+K'], does: 'Close everything: then A for all accounts or the number of one, then Enter' },
} as const satisfies Record<string, Shortcut>
