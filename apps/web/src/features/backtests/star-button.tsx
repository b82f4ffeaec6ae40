import { ActionIcon } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useUpdateBacktest } from './use-update-backtest.ts'

/** Marks an own backtest; nothing for those of others. */
export function StarButton({ row }: { readonly row: Backtest }): ReactElement | null {
  const update = useUpdateBacktest(row)
  if (row.readOnly) return null
  return (
    <ActionIcon
      size={24}
      aria-label="Star"
      aria-pressed={row.starred}
      onClick={() => void update({ starred: !row.starred })}
      {...(row.starred ? { c: 'var(--warn)' } : {})}
    >
      {row.starred ? <IconStarFilled size={15} aria-hidden /> : <IconStar size={15} aria-hidden />}
    </ActionIcon>
  )
}
