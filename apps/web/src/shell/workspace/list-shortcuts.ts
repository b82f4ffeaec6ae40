import type { Shortcut } from '../../ui/shortcut.ts'

export const LIST_SHORTCUTS = {
  next: { keys: ['ArrowDown'], does: 'Next row' },
  previous: { keys: ['ArrowUp'], does: 'Previous row' },
  first: { keys: ['Home'], does: 'First row' },
  last: { keys: ['End'], does: 'Last row' },
} as const satisfies Record<string, Shortcut>
