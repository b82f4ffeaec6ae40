import { Menu } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { IconAdjustments, IconArrowsExchange, IconNote } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { RowMenuProps } from '../../../entities/runs/row-actions.tsx'
import { RunMenu } from '../../../entities/runs/run-menu.tsx'
import { BACKTESTS } from '../backtest-kind.ts'
import { NewBacktestDialog } from '../new/new-backtest-dialog.tsx'
import { NoteDialog } from '../note-dialog.tsx'
import { usePendingStop } from '../stopping.ts'
import { useBacktestActions } from '../use-backtest-actions.ts'

/** The actions that are available for a backtest, and their dialogs. */
export function RowActionsMenu({ row, ...menu }: RowMenuProps<Backtest>): ReactElement {
  const { algorithmId, readOnly, note } = row
  const actions = useBacktestActions(row)
  const pending = usePendingStop(row)
  const [isNote, setNote] = useState(false)
  return (
    <>
      <RunMenu
        {...menu}
        kind={BACKTESTS}
        actions={actions}
        pending={pending}
        renderDialog={(isOpen, close) => (
          <NewBacktestDialog algorithm={{ id: algorithmId, readOnly }} again={row} isOpen={isOpen} onClose={close} />
        )}
      >
        <Menu.Item
          leftSection={<IconAdjustments size={14} aria-hidden />}
          renderRoot={(props) => <Link to="/algorithms/$algorithmId/optimize" params={{ algorithmId }} {...props} />}
        >
          Optimize
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link
              to="/algorithms/$algorithmId/trade"
              params={{ algorithmId }}
              search={{ backtest: row.id }}
              {...props}
            />
          )}
        >
          Trade
        </Menu.Item>
        {readOnly ? null : (
          <Menu.Item leftSection={<IconNote size={14} aria-hidden />} onClick={() => setNote(true)}>
            {note ? 'Edit note' : 'Add note'}
          </Menu.Item>
        )}
      </RunMenu>
      <NoteDialog row={row} isOpen={isNote} onClose={() => setNote(false)} />
    </>
  )
}
