import { Checkbox } from '@mantine/core'
import { CHANNEL_KINDS, type NotificationChannelKind, type NotificationSettings } from '@tradeloom/contracts'
import { Fragment, type ReactElement } from 'react'
import { CHANNEL_VIEWS } from './channel-views.generated.ts'
import classes from './notification-settings.module.css'
import type { SettingsChange } from './notifications-queries.ts'

type Kind = NotificationSettings['kinds'][number]

const nameOf = (kind: NotificationChannelKind): string => (kind === 'email' ? 'Mail' : CHANNEL_VIEWS[kind].title)

interface KindChoicesProps {
  readonly settings: NotificationSettings
  readonly onChange: (kinds: NonNullable<SettingsChange['kinds']>) => void
}

/** A table of everything that can be told and the channels that the user has. */
export function KindChoices({ settings, onChange }: KindChoicesProps): ReactElement {
  const { kinds } = settings
  const columns = columnsOf(settings)
  return (
    <table className={classes['kinds']}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {columns.map((channel) => (
            <th key={channel} scope="col">
              {nameOf(channel)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(kinds, ({ group }) => group)].map(([group, members]) => (
          <Fragment key={group}>
            <tr>
              <th scope="colgroup" colSpan={columns.length + 1} className={classes['group']}>
                {group}
              </th>
            </tr>
            {members.map((one) => (
              <KindRow key={one.kind} kind={one} columns={columns} onChange={onChange} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface KindRowProps extends Pick<KindChoicesProps, 'onChange'> {
  readonly kind: Kind
  readonly columns: readonly NotificationChannelKind[]
}

function KindRow({
  kind: { kind, title, severity, digestMinutes, isMailed, channels },
  columns,
  onChange,
}: KindRowProps): ReactElement {
  return (
    <tr>
      <th scope="row">
        {title}
        {digestMinutes === null ? null : (
          <span className={classes['hint']}>Collected over {digestMinutes} minutes</span>
        )}
        {severity === 'critical' ? <span className={classes['hint']}>Critical: also in quiet hours</span> : null}
      </th>
      {columns.map((channel) => {
        const isFixed = channel === 'email' && isMailed
        return (
          <td key={channel}>
            <Checkbox
              aria-label={`${nameOf(channel)}: ${title}${isFixed ? ', always' : ''}`}
              checked={isFixed || channels.includes(channel)}
              disabled={isFixed}
              onChange={(event) => onChange([{ kind, channel, isOn: event.currentTarget.checked }])}
            />
          </td>
        )
      })}
    </tr>
  )
}

/** Those that can be used; mail also while its address is not confirmed. */
/** The channels that something can be sent to. */
export function columnsOf({ channels, email }: NotificationSettings): NotificationChannelKind[] {
  const has = new Set<NotificationChannelKind>(channels.map(({ kind }) => kind))
  if (email.state !== 'off') has.add('email')
  return CHANNEL_KINDS.filter((kind) => has.has(kind))
}
