import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import type { RowMenuProps } from '../../../entities/runs/row-actions.tsx'
import { RunMenu } from '../../../entities/runs/run-menu.tsx'
import { NewOptimizationDialog } from '../new/new-optimization-dialog.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { useOptimizationActions } from '../use-optimization-actions.ts'

/** The actions that the state of an optimization allows. */
export function RowActionsMenu({ row, ...menu }: RowMenuProps<Optimization>): ReactElement {
  const actions = useOptimizationActions(row)
  const algorithm = { id: row.algorithmId, readOnly: row.readOnly }
  return (
    <RunMenu
      {...menu}
      kind={OPTIMIZATIONS}
      actions={actions}
      renderDialog={(isOpen, close) => (
        <NewOptimizationDialog algorithm={algorithm} again={row} isOpen={isOpen} onClose={close} />
      )}
    />
  )
}
