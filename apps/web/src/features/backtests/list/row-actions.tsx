import { ActionIcon } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { IconDots } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatMinute } from '../../../ui/format.ts'
import { lazyMenu } from '../../../ui/lazy-menu.tsx'

const RowActionsMenu = lazyMenu(async () => (await import('./row-actions-menu.tsx')).RowActionsMenu)

/** The button of a row's menu. Menu and dialogs exist once it has been used: a list has hundreds of rows. */
export function RowActions({ row }: { readonly row: Backtest }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <RowActionsMenu
      row={row}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon size={24} aria-label={`Actions for the ${row.symbol} backtest of ${formatMinute(row.time)}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
