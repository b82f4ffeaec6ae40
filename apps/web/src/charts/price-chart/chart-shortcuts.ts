import type { Shortcut } from '../../ui/shortcut.ts'

export const CHART_SHORTCUTS = {
  back: { keys: ['ArrowLeft'], does: 'Move the crosshair one bar back' },
  forward: { keys: ['ArrowRight'], does: 'Move the crosshair one bar forward' },
  zoomIn: { keys: ['+', '='], does: 'Zoom in' },
  zoomOut: { keys: ['-'], does: 'Zoom out' },
  start: { keys: ['Home'], does: 'Show the start' },
  end: { keys: ['End'], does: 'Show the end' },
  next: { keys: ['N'], does: 'Go to the next position' },
  alert: { keys: ['A'], does: 'New alert' },
  previous: { keys: ['P'], does: 'Go to the previous position' },
} as const satisfies Record<string, Shortcut>

export type ChartShortcut = keyof typeof CHART_SHORTCUTS
