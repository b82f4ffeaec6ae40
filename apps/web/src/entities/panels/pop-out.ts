import { toastError } from '../../ui/toast.ts'
import type { StoredOptions } from './define-panel.ts'
import { CELL_HEIGHT, CELL_MARGIN, CELL_WIDTH } from './grid-columns.ts'

interface PoppedOut {
  readonly view: string
  readonly options: StoredOptions
  readonly w: number
  readonly h: number
}

/** Room for a header that wraps, and for fields that a phone would have one below the other. */
const LEAST = { width: 360, height: 260 }

/** Shows a panel in a window of its own, of about its size in the grid. */
export function popOut({ view, options, w, h }: PoppedOut): void {
  const width = Math.max(LEAST.width, w * (CELL_WIDTH + CELL_MARGIN) + CELL_MARGIN)
  const height = Math.max(LEAST.height, h * (CELL_HEIGHT + CELL_MARGIN) + CELL_MARGIN)
  const address = `/panel/${view}?${new URLSearchParams({ options: JSON.stringify(options) })}`
  // The same panel again comes to the front.
  const opened = window.open(address, address, `popup,width=${width},height=${height}`)
  if (opened === null) toastError('Your browser has blocked the window. Allow windows of this page.', 'pop-out')
  else opened.focus()
}
