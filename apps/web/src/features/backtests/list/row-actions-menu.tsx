import { type ActionIconProps, Menu } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconNote,
  IconPlayerStop,
  IconRepeat,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { cloneElement, type ReactElement, useState } from 'react'
import { STOPPING, useShownStatus } from '../stopping.ts'
import type { LazyMenuProps } from '../../../ui/lazy-menu.tsx'
import { requireLogin } from '../../auth/login.ts'
import { NewBacktestDialog } from '../new/new-backtest-dialog.tsx'
import { NoteDialog } from '../note-dialog.tsx'
import { allowedActions, useBacktestActions } from '../use-backtest-actions.ts'

interface RowActionsMenuProps extends LazyMenuProps {
  readonly row: Backtest
}

/** The actions that are available for a backtest, and their dialogs. */
export function RowActionsMenu({ row, button, isOpen, onChange }: RowActionsMenuProps): ReactElement {
  const actions = useBacktestActions(row)
  const allowed = allowedActions(row)
  const isStopping = useShownStatus(row) === STOPPING
  const [isAgain, setAgain] = useState(false)
  const [isNote, setNote] = useState(false)
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setAgain(true)
  }
  return (
    <>
      <Menu position="bottom-end" width={160} opened={isOpen} onChange={onChange}>
        <Menu.Target>
          {cloneElement(button as ReactElement<Pick<ActionIconProps, 'loading'>>, { loading: actions.isBusy })}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
            Run Again
          </Menu.Item>
          <Menu.Item
            leftSection={<IconAdjustments size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/algorithms/$algorithmId/optimize" params={{ algorithmId: row.algorithmId }} {...props} />
            )}
          >
            Optimize
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsExchange size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/algorithms/$algorithmId/trade" params={{ algorithmId: row.algorithmId }} {...props} />
            )}
          >
            Trade
          </Menu.Item>
          {row.readOnly ? null : (
            <Menu.Item leftSection={<IconNote size={14} aria-hidden />} onClick={() => setNote(true)}>
              {row.note ? 'Edit note' : 'Add note'}
            </Menu.Item>
          )}
          {allowed.cancel ? (
            <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => void actions.cancel()}>
              Cancel
            </Menu.Item>
          ) : null}
          {allowed.stop ? (
            <Menu.Item
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              disabled={isStopping}
              onClick={() => void actions.stop()}
            >
              {isStopping ? STOPPING : 'Stop'}
            </Menu.Item>
          ) : null}
          {allowed.remove ? (
            <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => void actions.remove()}>
              Delete
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <NoteDialog row={row} isOpen={isNote} onClose={() => setNote(false)} />
      <NewBacktestDialog
        algorithm={{ id: row.algorithmId, readOnly: row.readOnly }}
        again={row}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </>
  )
}
