import type { Shortcut } from '../../../ui/shortcut.ts'

/** While the panel has the focus. */
export const BROKER_LOG_SHORTCUTS = {
  follow: { keys: ['F'], does: 'Follow the newest lines' },
} as const satisfies Record<string, Shortcut>
