import type { ReactElement } from 'react'
import { EmbedDialog } from '../../features/markets/embed-dialog.tsx'
import { embedded } from '../../features/markets/embedded.ts'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'

interface EmbedCellProps {
  readonly cell: Cell
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** How to show the chart of a cell in a page elsewhere. */
export function EmbedCell({ cell, ...rest }: EmbedCellProps): ReactElement {
  const { instrumentId, interval } = embedded.parse(optionsOf(cell, 1).values)
  return <EmbedDialog instrumentId={instrumentId} interval={interval} {...rest} />
}
