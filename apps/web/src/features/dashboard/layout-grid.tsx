import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type CSSProperties, type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { PanelExtras } from '../../ui/panel.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { closePanel, type ShownCell, storeOptions, useDashboard } from './dashboard-state.ts'
import { CELL_HEIGHT, CELL_MARGIN, CELL_WIDTH, columnsIn } from './layout.ts'
import classes from './layout-grid.module.css'

const SIZES = {
  '--cell-width': `${CELL_WIDTH}px`,
  '--cell-height': `${CELL_HEIGHT}px`,
  '--cell-margin': `${CELL_MARGIN}px`,
} as CSSProperties

interface LayoutGridProps {
  /** Above the panels, as wide as they are together. */
  readonly header: ReactNode
  readonly cells: readonly ShownCell[]
}

/** Panels on a grid of fixed cells: the width decides the number of columns alone. On a phone, one list. */
export function LayoutGrid({ header, cells }: LayoutGridProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const measure = (): void => setColumns(columnsIn(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const style = { ...SIZES, '--columns': columns ?? 1 } as CSSProperties
  return (
    <div ref={container} className={classes['grid']} data-list={columns === 1 || undefined} style={style}>
      <div className={classes['header']}>{header}</div>
      {columns === null ? null : cells.map((cell) => <GridCell key={cell.key} cell={cell} columns={columns} />)}
    </div>
  )
}

interface GridCellProps {
  readonly cell: ShownCell
  readonly columns: number
}

function GridCell({ cell, columns }: GridCellProps): ReactElement {
  const { key, view, w, h, settings, isAdded } = cell
  const opened = useDashboard((state) => state.opened)
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (opened?.key !== key) return
    element.current?.scrollIntoView({ block: 'nearest' })
    element.current?.focus({ preventScroll: true })
  }, [opened, key])
  const style = { '--w': Math.min(w, columns), '--h': h } as CSSProperties
  return (
    <div
      ref={element}
      className={classes['cell']}
      data-view={view}
      data-small={w * h === 1 || undefined}
      style={style}
      tabIndex={-1}
    >
      <PanelExtras value={isAdded ? <CloseButton onClick={() => closePanel(key)} /> : null}>
        <DashboardPanel name={view} stored={settings} onStored={(stored) => storeOptions(key, stored)} />
      </PanelExtras>
    </div>
  )
}

function CloseButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close panel" onClick={onClick}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  )
}
