import type { Shortcut } from '../ui/shortcut.ts'

/** On every page. */
export const PAGE_SHORTCUTS = {
  palette: { keys: ['Mod+K'], does: 'Go to a page, an algorithm or a command' },
  shortcuts: { keys: ['?'], does: 'Show this list' },
} as const satisfies Record<string, Shortcut>
