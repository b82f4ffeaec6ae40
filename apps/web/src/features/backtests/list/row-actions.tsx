import { ActionIcon, Menu } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { IconDots, IconPlayerStop, IconRepeat, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { STOPPING, useShownStatus } from '../stopping.ts'
import { formatMinute } from '../../../ui/format.ts'
import { requireLogin } from '../../auth/login.ts'
import { NewBacktestDialog } from '../new/new-backtest-dialog.tsx'
import { allowedActions, useBacktestActions } from '../use-backtest-actions.ts'

/** The actions that are available for a backtest. */
export function RowActions({ row }: { readonly row: Backtest }): ReactElement {
  const actions = useBacktestActions(row)
  const allowed = allowedActions(row)
  const isStopping = useShownStatus(row) === STOPPING
  const [isAgain, setAgain] = useState(false)
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setAgain(true)
  }
  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon
            size={24}
            loading={actions.isBusy}
            aria-label={`Actions for the ${row.symbol} backtest of ${formatMinute(row.time)}`}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
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
      <NewBacktestDialog
        algorithm={{ id: row.algorithmId, readOnly: row.readOnly }}
        again={row}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </>
  )
}
