import type { Position } from '@tradeloom/contracts'
import type { PositionSource } from './chart-source.ts'
import { isPressed, type PressedKey } from '../../ui/shortcut.ts'
import { CHART_SHORTCUTS, type ChartShortcut } from './chart-shortcuts.ts'
import type { PriceController } from './price-controller.ts'

interface ChartKeys {
  readonly controller: PriceController
  readonly positions: PositionSource | null
  readonly onPosition: (position: Position) => void
  readonly onAlert?: (() => void) | undefined
}

const NAMES = Object.keys(CHART_SHORTCUTS) as ChartShortcut[]

/** Handles a key on the chart; true if it means something there. */
export function pressChartKey(key: PressedKey, { controller, positions, onPosition, onAlert }: ChartKeys): boolean {
  const { view } = controller
  const go = async (direction: 'next' | 'previous'): Promise<void> => {
    const position = await positions?.neighbor(view.crosshairTime() ?? 0, direction)
    if (!position) return
    onPosition(position)
    controller.reveal(position.openTime)
    view.moveCrosshairTo(position.openTime)
  }
  switch (NAMES.find((name) => isPressed(CHART_SHORTCUTS[name], key))) {
    case 'back':
      view.moveCrosshair(-1)
      return true
    case 'forward':
      view.moveCrosshair(1)
      return true
    case 'zoomIn':
      view.range.zoom(0.7)
      return true
    case 'zoomOut':
      view.range.zoom(1 / 0.7)
      return true
    case 'start':
      controller.reveal(controller.bounds.start)
      return true
    case 'end':
      controller.reveal(controller.bounds.end - 1)
      return true
    case 'next':
      void go('next').catch(() => {})
      return positions !== null
    case 'previous':
      void go('previous').catch(() => {})
      return positions !== null
    case 'alert':
      onAlert?.()
      return onAlert !== undefined
    default:
      return false
  }
}
