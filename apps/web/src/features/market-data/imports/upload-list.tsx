import { ActionIcon, Button, Progress, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatBytes, formatCount, formatPercent } from '../../../ui/format.ts'
import classes from '../market-data.module.css'
import { type PendingUpload, useUploadProgress } from './upload-queue.ts'
import { uploads } from './uploads.ts'

function stateText({ state }: PendingUpload, percent: number): string {
  if (state === 'waiting') return 'Waiting for other uploads'
  return `Uploading, ${formatPercent(percent, 0)}`
}

function UploadItem({ one }: { readonly one: PendingUpload }): ReactElement {
  const { instrumentId, format, files } = one.request
  const percent = useUploadProgress((all) => all[one.id] ?? 0)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <li className={classes['item']}>
      <Group gap={8} miw={0}>
        <strong>{instrumentId}</strong>
        <span style={{ marginLeft: 'auto' }} />
        {one.state === 'failed' ? (
          <Button variant="default" size="compact-xs" onClick={() => uploads.retry(one.id)}>
            Retry
          </Button>
        ) : null}
        <ActionIcon size={24} aria-label={`Cancel upload of ${instrumentId}`} onClick={() => uploads.cancel(one.id)}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Group>
      <div className={`${classes['importFacts']} muted`}>
        <span className="num">{formatBytes(bytes)}</span>
        <span>{format}</span>
        <span className="truncate" title={files.map(({ name }) => name).join(', ')}>
          {files.length === 1 ? files[0]?.name : formatCount(files.length, 'file')}
        </span>
      </div>
      {one.state === 'failed' ? (
        <p className="danger" role="alert">
          Not uploaded: {one.error}
        </p>
      ) : (
        <Group gap={8} miw={0} role="status">
          <Progress value={percent} size={5} aria-label={`Upload of ${instrumentId}`} style={{ flex: 1 }} />
          <span className="num muted">{stateText(one, percent)}</span>
        </Group>
      )}
    </li>
  )
}

/** Uploads that are being sent, waiting, or failed. */
export function UploadList({ pending }: { readonly pending: readonly PendingUpload[] }): ReactElement {
  return (
    <ul aria-label="Uploads">
      {pending.map((one) => (
        <UploadItem key={one.id} one={one} />
      ))}
    </ul>
  )
}
