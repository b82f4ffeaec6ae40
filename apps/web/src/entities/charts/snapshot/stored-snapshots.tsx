import { ActionIcon, Anchor, Box, Group } from '@mantine/core'
import type { ChartSnapshot } from '@tradeloom/contracts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { toastError } from '../../../ui/toast.ts'
import classes from './stored-snapshots.module.css'

const SNAPSHOTS_KEY = ['chart-snapshots']

/** After one was stored or deleted. */
export function refreshSnapshots(): void {
  void queryClient.invalidateQueries({ queryKey: SNAPSHOTS_KEY })
}

async function remove({ filename, title }: ChartSnapshot): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Delete snapshot',
    text: `Delete the snapshot ${title}? Its link will stop working.`,
    confirm: 'Delete',
    isDestructive: true,
  })
  if (!isSure) return
  try {
    await call('deleteChartSnapshot', { params: { filename } })
  } catch (error) {
    toastError(errorText(error), 'snapshot')
  }
  refreshSnapshots()
}

/** The user's stored pictures; nothing while there are none. */
export function StoredSnapshots(): ReactElement | null {
  const { data, error } = useQuery({
    queryKey: SNAPSHOTS_KEY,
    queryFn: ({ signal }) => call('listChartSnapshots', { signal }),
  })
  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (data === undefined || data.items.length === 0) return null
  return (
    <section>
      <Box m="0 0 4px" fz={13} component="h3">{`Stored snapshots (${data.items.length})`}</Box>
      <ul className={classes['list']} tabIndex={0} aria-label="Stored snapshots">
        {data.items.map((one) => (
          <Group key={one.filename} gap={10} justify="space-between" wrap="nowrap" p="2px 0" component="li">
            <Anchor href={`/chart/${one.filename}`} target="_blank" rel="noreferrer" size="sm">
              {one.title === '' ? 'Chart' : one.title}
            </Anchor>
            <Group gap="xs" wrap="nowrap">
              <span className="muted num" style={{ fontSize: 12 }}>
                {formatMinute(one.created)}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Delete snapshot ${one.title} of ${formatMinute(one.created)}`}
                onClick={() => void remove(one)}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </ul>
    </section>
  )
}
