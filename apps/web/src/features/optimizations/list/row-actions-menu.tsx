import { type ActionIconProps, Menu } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { IconPlayerStop, IconRepeat, IconTrash, IconX } from '@tabler/icons-react'
import { cloneElement, type ReactElement, useState } from 'react'
import type { LazyMenuProps } from '../../../ui/lazy-menu.tsx'
import { requireLogin } from '../../auth/login.ts'
import { NewOptimizationDialog } from '../new/new-optimization-dialog.tsx'
import { allowedActions, useOptimizationActions } from '../use-optimization-actions.ts'

interface RowActionsMenuProps extends LazyMenuProps {
  readonly row: Optimization
}

/** The actions that the state of an optimization allows. */
export function RowActionsMenu({ row, button, isOpen, onChange }: RowActionsMenuProps): ReactElement {
  const actions = useOptimizationActions(row)
  const allowed = allowedActions(row)
  const [isAgain, setAgain] = useState(false)
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run optimization')) setAgain(true)
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
          {allowed.cancel ? (
            <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => void actions.cancel()}>
              Cancel
            </Menu.Item>
          ) : null}
          {allowed.stop ? (
            <Menu.Item leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={() => void actions.stop()}>
              Stop
            </Menu.Item>
          ) : null}
          {allowed.remove ? (
            <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => void actions.remove()}>
              Delete
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <NewOptimizationDialog
        algorithm={{ id: row.algorithmId, readOnly: row.readOnly }}
        again={row}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </>
  )
}
