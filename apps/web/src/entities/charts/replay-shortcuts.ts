import type { Shortcut } from '../../ui/shortcut.ts'

export const REPLAY_SHORTCUTS = {
  play: { keys: [' '], does: 'Play or pause' },
  forward: { keys: ['ArrowRight'], does: 'Step to the next bar' },
  back: { keys: ['ArrowLeft'], does: 'Step to the previous bar' },
} as const satisfies Record<string, Shortcut>
