import type { Optimization } from '@tradeloom/contracts'
import { rowActions } from '../../../entities/runs/row-actions.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'

export const RowActions = rowActions<Optimization>(
  OPTIMIZATIONS,
  async () => (await import('./row-actions-menu.tsx')).RowActionsMenu,
)
