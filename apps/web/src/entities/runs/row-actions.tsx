import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ComponentType, type ReactElement, useState } from 'react'
import { formatMinute } from '../../ui/format.ts'
import { lazyMenu, type LazyMenuProps } from '../../ui/lazy-menu.tsx'
import type { Run, RunKind } from './run-kind.ts'

export interface RowMenuProps<Row> extends LazyMenuProps {
  readonly row: Row
}

/** The button of a row's menu. Menu and dialogs exist once it has been used: a list has hundreds of rows. */
export function rowActions<Row extends Run>(kind: RunKind, load: () => Promise<ComponentType<RowMenuProps<Row>>>) {
  const RowMenu = lazyMenu(load)
  return function RowActions({ row }: { readonly row: Row }): ReactElement {
    const [isOpen, setOpen] = useState(false)
    return (
      <RowMenu
        row={row}
        isOpen={isOpen}
        onChange={setOpen}
        button={
          <ActionIcon size={24} aria-label={`Actions for the ${row.symbol} ${kind.name} of ${formatMinute(row.time)}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      />
    )
  }
}
