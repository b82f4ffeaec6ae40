import { type ReactElement, useEffect, useRef, useState } from 'react'
import { GridLayout, type LayoutItem, verticalCompactor } from 'react-grid-layout'
import { CELL_HEIGHT, CELL_MARGIN, widthOf } from '../../entities/panels/grid-columns.ts'
import type { Places } from '../../entities/panels/place-cells.ts'
import type { SizeLimits } from '../../entities/panels/define-panel.ts'
import classes from './grid.module.css'

interface GridProps {
  readonly columns: number
  readonly places: Places
  readonly limits: ReadonlyMap<string, SizeLimits>
  /** The user has put panels elsewhere. */
  readonly onArrange: (places: Places) => void
  /** One for each place, with its key. */
  readonly children: readonly ReactElement[]
}

/** Panels in fixed cells, which their headers drag and their corners resize. Escape takes a drag back. */
export function Grid({ columns, places, limits, onArrange, children }: GridProps): ReactElement {
  const { isBack, begin, end } = useDrag()
  const layout = [...places].map(
    // The library returns to a layout only when it is given another one: `moved` has no other meaning here.
    ([i, place]): LayoutItem => ({ i, ...place, ...limitsIn(limits.get(i), columns), moved: isBack }),
  )
  const onStop = (next: readonly LayoutItem[]): void => {
    if (end()) return
    const put = new Map(next.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]))
    if (!isSame(put, places)) onArrange(put)
  }
  return (
    <GridLayout
      className={classes['grid'] ?? ''}
      width={widthOf(columns)}
      layout={layout}
      gridConfig={{
        cols: columns,
        rowHeight: CELL_HEIGHT,
        margin: [CELL_MARGIN, CELL_MARGIN],
        containerPadding: [0, CELL_MARGIN],
      }}
      dragConfig={{ handle: 'section > header', cancel: 'button, a, input, [role=menu], [role=dialog]' }}
      compactor={verticalCompactor}
      onDragStart={begin}
      onResizeStart={begin}
      onDragStop={onStop}
      onResizeStop={onStop}
    >
      {children}
    </GridLayout>
  )
}

/** `isBack` changes when a drag was taken back. */
function useDrag() {
  const [isBack, setBack] = useState(false)
  const drag = useRef<'none' | 'on' | 'canceled'>('none')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || drag.current !== 'on') return
      event.preventDefault()
      event.stopPropagation()
      drag.current = 'canceled'
      // What the library takes for the end of the drag.
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
  const begin = (): void => {
    drag.current = 'on'
  }
  /** Whether the drag that ends was taken back. */
  const end = (): boolean => {
    const isCanceled = drag.current === 'canceled'
    drag.current = 'none'
    if (isCanceled) setBack((was) => !was)
    return isCanceled
  }
  return { isBack, begin, end }
}

function limitsIn({ min, max }: SizeLimits = {}, columns: number): Partial<LayoutItem> {
  return {
    minW: Math.min(min?.w ?? 1, columns),
    minH: min?.h ?? 1,
    maxW: Math.min(max?.w ?? columns, columns),
    ...(max?.h === undefined ? {} : { maxH: max.h }),
  }
}

function isSame(one: Places, other: Places): boolean {
  return [...one].every(([key, place]) => {
    const before = other.get(key)
    return before !== undefined && (['x', 'y', 'w', 'h'] as const).every((side) => place[side] === before[side])
  })
}
