import { type ActionIconProps, Menu } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import { requireLogin } from '../user/login.ts'
import type { RunKind } from './run-kind.ts'
import { STATE_ACTIONS } from './state-actions.ts'
import type { RunActions } from './use-run-actions.ts'

interface RunMenuProps extends LazyMenuProps {
  readonly kind: RunKind
  readonly actions: RunActions
  /** The dialog that runs it again. */
  readonly renderDialog: (isOpen: boolean, close: () => void) => ReactElement
  /** The label of an action that is under way. */
  readonly pending?: string | null
  /** More items, after Run Again. */
  readonly children?: ReactNode
}

/** The menu of a row: to run it again, what its kind adds, and what its state allows. */
export function RunMenu(props: RunMenuProps): ReactElement {
  const { kind, actions, renderDialog, pending = null, children, button, isOpen, onChange } = props
  const [isAgain, setAgain] = useState(false)
  const { allowed, isBusy, perform } = actions
  const runAgain = async (): Promise<void> => {
    if (await requireLogin(kind.loginToRun)) setAgain(true)
  }
  const { label, icon: Icon } = STATE_ACTIONS[allowed ?? 'delete']
  return (
    <>
      <Menu position="bottom-end" width={160} opened={isOpen} onChange={onChange}>
        <Menu.Target>
          {cloneElement(button as ReactElement<Pick<ActionIconProps, 'loading'>>, { loading: isBusy })}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
            Run Again
          </Menu.Item>
          {children}
          {allowed === null ? null : (
            <Menu.Item
              leftSection={<Icon size={14} aria-hidden />}
              disabled={pending !== null}
              onClick={() => void perform(allowed)}
            >
              {pending ?? label}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {renderDialog(isAgain, () => setAgain(false))}
    </>
  )
}
