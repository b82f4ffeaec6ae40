import { type KeyboardEvent, type ReactElement, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { isPressed } from '../../ui/shortcut.ts'
import { DASHBOARD_SHORTCUTS } from './dashboard-shortcuts.ts'
import { arrangePanels } from '../../entities/panels/dashboard-state.ts'
import { Grid } from './grid.tsx'
import { CellContent } from './cell-content.tsx'
import type { Cell, Layout } from '../../entities/panels/layout.ts'
import { type Direction, movePanel, sizePanel } from './move-panel.ts'
import type { PanelActions } from './panel-actions.ts'
import classes from './panel-grid.module.css'
import { findPanel } from '../../entities/panels/panels.ts'
import { type Places, placeCells } from '../../entities/panels/place-cells.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface PanelGridProps {
  readonly layout: Layout
  readonly columns: number
}

/** The panels of a layout where they were put, in the columns that there are. */
export function PanelGrid({ layout, columns }: PanelGridProps): ReactElement {
  const places = useMemo(() => placeCells(layout, columns), [layout, columns])
  const limits = useMemo(
    () => new Map(layout.config.map(({ key, view }) => [key, findPanel(view) ?? {}])),
    [layout.config],
  )
  const actions = useMemo((): PanelActions => {
    const put = (next: Places | null): void => {
      if (next === null) return
      const focused = document.activeElement
      flushSync(() => arrangePanels(columns, next))
      // A panel whose place in the order has changed loses it.
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
    return {
      move: (key, direction) => put(movePanel({ places, key, columns }, direction)),
      size: (key, direction) => put(sizePanel({ places, key, columns }, direction, limits.get(key))),
    }
  }, [places, limits, columns])
  // The order of the Tab key is that of the eye.
  const cells = useMemo(() => {
    const rank = ({ key }: Cell): number => (places.get(key)?.y ?? 0) * 10 + (places.get(key)?.x ?? 0)
    return layout.config.toSorted((a, b) => rank(a) - rank(b)).map((cell) => gridItem(cell, actions))
  }, [layout.config, places, actions])
  const onScrollCapture = useKeptScroll(cells)
  return (
    <div onScrollCapture={onScrollCapture}>
      <Grid columns={columns} places={places} limits={limits} onArrange={(next) => arrangePanels(columns, next)}>
        {cells}
      </Grid>
    </div>
  )
}

/** The grid positions plain elements: a component would hide its element from it. */
function gridItem(cell: Cell, actions: PanelActions): ReactElement {
  const { key, view } = cell
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const direction = ARROWS[event.key]
    if (direction === undefined || event.target instanceof HTMLInputElement) return
    if (isPressed(DASHBOARD_SHORTCUTS.size, event)) actions.size(key, direction)
    else if (isPressed(DASHBOARD_SHORTCUTS.move, event)) actions.move(key, direction)
    else return
    event.preventDefault()
  }
  return (
    <div
      key={key}
      className={classes['cell']}
      data-view={view}
      data-cell={key}
      data-tour="panel"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <CellContent cell={cell} actions={actions} />
    </div>
  )
}
