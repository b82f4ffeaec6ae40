import { Button, Skeleton, Stack } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { errorText } from '../api/api-error.ts'
import { EmptyPicture, type EmptyPictureName } from './empty-picture.tsx'
import classes from './states.module.css'

/** Shows its children after a short delay, so that fast responses do not flicker. */
function AfterDelay({ children }: { readonly children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? children : null
}

export function LoadingRows({
  rows = 6,
  height = 26,
}: {
  readonly rows?: number
  readonly height?: number
}): ReactElement {
  return (
    <Stack gap={8} p={12} mih={rows * height + 16} role="status" aria-label="Loading">
      <AfterDelay>
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={height - 8} radius={4} />
        ))}
      </AfterDelay>
    </Stack>
  )
}

export function LoadingBlock({ height }: { readonly height: number }): ReactElement {
  return (
    <div role="status" aria-label="Loading" style={{ height }}>
      <AfterDelay>
        <Skeleton height={height} radius={4} />
      </AfterDelay>
    </div>
  )
}

interface NoticeProps {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
}

interface EmptyStateProps extends NoticeProps {
  /** For whole pages and panels; without it, a small icon. */
  readonly picture?: EmptyPictureName
}

export function EmptyState({ title, text, action, picture }: EmptyStateProps): ReactElement {
  return (
    <div className={classes['state']}>
      {picture === undefined ? <IconInbox size={26} stroke={1.4} aria-hidden /> : <EmptyPicture name={picture} />}
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
      {action}
    </div>
  )
}

export function LoginState({ title, action }: NoticeProps): ReactElement {
  return (
    <div className={classes['state']}>
      <IconLock size={26} stroke={1.4} aria-hidden />
      <strong>{title}</strong>
      {action}
    </div>
  )
}

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ error, onRetry }: ErrorStateProps): ReactElement {
  return (
    <div className={classes['state']} role="alert">
      <IconAlertTriangle size={26} stroke={1.4} className={'warn'} aria-hidden />
      <strong>{errorText(error)}</strong>
      {onRetry === undefined ? null : (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
