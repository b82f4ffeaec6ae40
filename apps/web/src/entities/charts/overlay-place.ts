import type { ChartChoice } from './chart-settings.ts'
import type { ChartOverlay } from './chart-overlay.ts'

/** Where a chart keeps the dataset that is drawn over its prices. */
export interface OverlayPlace {
  readonly value: ChartOverlay | null
  readonly set: (overlay: ChartOverlay | null) => void
}

/** In the settings of the user, unless the chart has a place of its own. */
export function overlayPlace(
  own: OverlayPlace | undefined,
  choice: ChartChoice,
  setChoice: (choice: ChartChoice) => void,
): OverlayPlace {
  return own ?? { value: choice.overlay, set: (overlay) => setChoice({ ...choice, overlay }) }
}
