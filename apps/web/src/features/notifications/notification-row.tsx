import { IconAlertTriangle, IconBellRinging, IconInfoCircle } from '@tabler/icons-react'
import type { Notification } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import classes from './bell-list.module.css'

const ICONS = { info: IconInfoCircle, warning: IconBellRinging, critical: IconAlertTriangle }
const WORDS = { info: null, warning: 'Warning', critical: 'Critical' }

interface NotificationRowProps {
  readonly notification: Notification
  readonly onOpen: () => void
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps): ReactElement {
  const { severity, subject, body, count, at, isRead } = notification
  const Icon = ICONS[severity]
  const word = WORDS[severity]
  return (
    <li>
      <button type="button" className={classes['row']} data-unread={!isRead || undefined} onClick={onOpen}>
        <Icon size={17} stroke={1.7} className={classes['icon']} data-severity={severity} aria-hidden />
        <span className={classes['text']}>
          {word === null ? null : <span className={classes['hidden']}>{word}: </span>}
          <strong>{subject}</strong>
          {count > 1 ? <span className={classes['times']}> ×{count}</span> : null}
          {body === '' ? null : <span className={classes['body']}>{body}</span>}
          <span className={classes['time']}>
            <ClockTime time={at} />
          </span>
        </span>
        {isRead ? null : <span className={classes['dot']} role="img" aria-label="unread" />}
      </button>
    </li>
  )
}
