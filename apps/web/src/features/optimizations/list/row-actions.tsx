import { ActionIcon } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { IconDots } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatMinute } from '../../../ui/format.ts'
import { lazyMenu } from '../../../ui/lazy-menu.tsx'

const RowActionsMenu = lazyMenu(async () => (await import('./row-actions-menu.tsx')).RowActionsMenu)

/** The button of a row's menu. */
export function RowActions({ row }: { readonly row: Optimization }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <RowActionsMenu
      row={row}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon size={24} aria-label={`Actions for the ${row.symbol} optimization of ${formatMinute(row.time)}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
