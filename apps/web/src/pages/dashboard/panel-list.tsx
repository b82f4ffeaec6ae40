import type { ReactElement } from 'react'
import { CellContent } from './cell-content.tsx'
import type { Layout } from '../../entities/panels/layout.ts'
import cellClasses from './panel-grid.module.css'
import classes from './panel-list.module.css'
import { findPanel } from '../../entities/panels/panels.ts'
import { inReadingOrder } from '../../entities/panels/place-cells.ts'

/** A phone: the panels one after the other as one reads them, small ones two across, and chips to jump. */
export function PanelList({ layout }: { readonly layout: Layout }): ReactElement {
  const cells = inReadingOrder(layout.config).filter(({ view }) => findPanel(view) !== null)
  const firsts = cells.filter(({ view }, index) => cells.findIndex((other) => other.view === view) === index)
  return (
    <>
      <nav className={classes['chips']} aria-label="Panels">
        {firsts.map(({ key, view }) => (
          <button key={key} type="button" onClick={() => jump(key)}>
            {findPanel(view)?.title}
          </button>
        ))}
      </nav>
      <div className={classes['list']}>
        {cells.map((cell) => (
          <div
            key={cell.key}
            id={idOf(cell.key)}
            className={`${cellClasses['cell']} ${classes['cell']}`}
            data-view={cell.view}
            data-cell={cell.key}
            data-tour="panel"
            data-small={cell.w * cell.h === 1 || undefined}
            tabIndex={-1}
          >
            <CellContent cell={cell} actions={null} />
          </div>
        ))}
      </div>
    </>
  )
}

const idOf = (key: string): string => `panel-${key}`

function jump(key: string): void {
  const element = document.getElementById(idOf(key))
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}
