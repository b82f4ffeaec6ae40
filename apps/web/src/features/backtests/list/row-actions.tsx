import type { Backtest } from '@tradeloom/contracts'
import { rowActions } from '../../../entities/runs/row-actions.tsx'
import { BACKTESTS } from '../backtest-kind.ts'

export const RowActions = rowActions<Backtest>(
  BACKTESTS,
  async () => (await import('./row-actions-menu.tsx')).RowActionsMenu,
)
