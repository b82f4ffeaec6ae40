import type { Shortcut } from '../../ui/shortcut.ts'

/** On dashboards, unless they are switched off. None of them sends anything by itself. */
export const ORDER_SHORTCUTS = {
  buy: { keys: ['Mod+Shift+B'], does: 'Buy: fill the ticket, of which Enter sends the order' },
  sell: { keys: ['Mod+Shift+S'], does: 'Sell: fill the ticket, of which Enter sends the order' },
  flatten: { keys: ['Mod+Shift+X'], does: 'Close all positions, after a question' },
} as const satisfies Record<string, Shortcut>
