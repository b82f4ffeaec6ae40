import type { Position } from '@tradeloom/contracts'
import type { PositionSource } from './chart-source.ts'
import type { PriceController } from './price-controller.ts'

interface ChartKeys {
  readonly controller: PriceController
  readonly positions: PositionSource | null
  readonly onPosition: (position: Position) => void
}

/** Handles a key on the chart; true if it means something there. */
export function pressChartKey(key: string, { controller, positions, onPosition }: ChartKeys): boolean {
  const { view } = controller
  const go = async (direction: 'next' | 'previous'): Promise<void> => {
    const position = await positions?.neighbor(view.crosshairTime() ?? 0, direction)
    if (!position) return
    onPosition(position)
    controller.reveal(position.openTime)
    view.moveCrosshairTo(position.openTime)
  }
  switch (key) {
    case 'ArrowLeft':
      view.moveCrosshair(-1)
      return true
    case 'ArrowRight':
      view.moveCrosshair(1)
      return true
    case '+':
    case '=':
      view.range.zoom(0.7)
      return true
    case '-':
      view.range.zoom(1 / 0.7)
      return true
    case 'Home':
      controller.reveal(controller.bounds.start)
      return true
    case 'End':
      controller.reveal(controller.bounds.end - 1)
      return true
    case 'n':
    case 'N':
      void go('next').catch(() => {})
      return positions !== null
    case 'p':
    case 'P':
      void go('previous').catch(() => {})
      return positions !== null
    default:
      return false
  }
}
