import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { PanelExtras } from '../../ui/panel.tsx'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import { PanelGroup } from '../../entities/panels/panel-group.ts'
import { findPanel, isLinkable } from '../../entities/panels/panels.ts'
import { keepOptions } from './keep-options.ts'
import { LinkMenu } from './link-menu.tsx'
import type { PanelActions } from './panel-actions.ts'
import { PanelMenu } from './panel-menu.tsx'

interface CellContentProps {
  readonly cell: Cell
  /** Null in a list, whose panels have their places by their order. */
  readonly actions: PanelActions | null
}

/** A panel of a layout, with its menu. */
export function CellContent({ cell, actions }: CellContentProps): ReactElement {
  const { key, view } = cell
  const mark = useRef<HTMLSpanElement>(null)
  const opened = useDashboard((state) => state.opened)
  useLayoutEffect(() => {
    const element = opened?.key === key ? mark.current?.parentElement : null
    if (!element) return
    element.scrollIntoView({ block: 'nearest' })
    element.focus({ preventScroll: true })
  }, [opened, key])
  const version = findPanel(view)?.version ?? 1
  return (
    <>
      <span ref={mark} hidden />
      <PanelGroup value={cell.group ?? null}>
        <PanelExtras
          value={
            <>
              {isLinkable(view) ? <LinkMenu cell={cell} /> : null}
              <PanelMenu cell={cell} actions={actions} />
            </>
          }
        >
          <DashboardPanel
            name={view}
            stored={optionsOf(cell, version)}
            onStored={(stored) => keepOptions(cell, stored)}
          />
        </PanelExtras>
      </PanelGroup>
    </>
  )
}
