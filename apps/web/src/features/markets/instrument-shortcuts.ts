import type { Shortcut } from '../../ui/shortcut.ts'

/** In the list of instruments. */
export const INSTRUMENT_SHORTCUTS = {
  search: { keys: ['/'], does: 'Search instruments' },
  move: { keys: ['ArrowUp', 'ArrowDown'], does: 'Go through the instruments' },
  buttons: { keys: ['ArrowLeft', 'ArrowRight'], does: 'Go through the buttons of the instrument' },
  chart: { keys: ['Enter'], does: 'Open the chart of the instrument' },
  book: { keys: ['O'], does: 'Open the order book of the instrument' },
  tile: { keys: ['T'], does: 'Open the price tile of the instrument' },
} as const satisfies Record<string, Shortcut>
