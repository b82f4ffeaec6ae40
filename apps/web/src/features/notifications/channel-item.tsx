import { Button } from '@mantine/core'
import type { NotificationChannel } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { CHANNEL_VIEWS } from './channel-views.generated.ts'
import section from '../../ui/settings-section.module.css'
import classes from './notification-settings.module.css'

interface ChannelItemProps {
  readonly channel: NotificationChannel
  readonly onChanged: () => Promise<void>
}

export function ChannelItem({ channel, onChanged }: ChannelItemProps): ReactElement {
  const { id, kind, name, url, lastUsed, problem, disabled } = channel
  const { title, Icon } = CHANNEL_VIEWS[kind]
  const { isBusy, error, send } = useSending()
  const [answer, setAnswer] = useState<string | null>(null)
  const params = { id }
  const test = (): Promise<void> =>
    send(async () => {
      setAnswer(null)
      const { problem: found } = await call('testNotificationChannel', { params })
      if (found === null) toastSuccess('The test was sent')
      else setAnswer(`The test has not arrived: ${found}`)
      await onChanged()
    })
  const enable = (): Promise<void> =>
    send(async () => {
      await call('enableNotificationChannel', { params })
      await onChanged()
    })
  const remove = async (): Promise<void> => {
    const question = {
      title: `Remove ${title}`,
      text: `“${name}” no longer receives notifications.`,
      confirm: 'Remove',
    }
    if (!(await askToConfirm({ ...question, isDestructive: true }))) return
    await send(async () => {
      await call('removeNotificationChannel', { params })
      await onChanged()
    })
  }
  const wrong = error ?? answer ?? (problem === null ? null : `The last attempt failed: ${problem}`)
  return (
    <li className={section['item']}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={section['main']}>
        <strong>{title}</strong>
        <span>{name}</span>
      </span>
      <span className={section['actions']}>
        {disabled === null ? null : (
          <Button size="compact-sm" loading={isBusy} onClick={() => void enable()}>
            Switch on
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          aria-label={`Test ${name}`}
          onClick={() => void test()}
        >
          Test
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy}
          aria-label={`Remove ${name}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </span>
      <span className={section['facts']}>
        {url === null ? null : <span>{url}</span>}
        <span>
          Last used <ClockTime time={lastUsed} />
        </span>
        {disabled === null ? null : (
          <span className={classes['problem']}>
            Switched off <ClockTime time={disabled} />
          </span>
        )}
        {wrong === null ? null : (
          <span className={classes['problem']} role="status">
            {wrong}
          </span>
        )}
      </span>
    </li>
  )
}
