import type { Shortcut } from '../../ui/shortcut.ts'

/** While an order book has the focus. */
export const BOOK_SHORTCUTS = {
  finer: { keys: ['['], does: 'Group the levels into narrower groups' },
  coarser: { keys: [']'], does: 'Group the levels into wider groups' },
  center: { keys: ['C'], does: 'Bring the spread to the middle' },
} as const satisfies Record<string, Shortcut>

/** While a list of trades has the focus. */
export const TRADES_SHORTCUTS = {
  freeze: { keys: [' '], does: 'Freeze or resume the list' },
} as const satisfies Record<string, Shortcut>
