import { IconMail } from '@tabler/icons-react'
import { ADDED_CHANNEL_KINDS, type NotificationSettings } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactElement, type ReactNode, useState } from 'react'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { ChannelItem } from './channel-item.tsx'
import { CHANNEL_VIEWS } from './channel-views.generated.ts'
import section from '../../ui/settings-section.module.css'
import { notificationSettingsQuery } from './notifications-queries.ts'

/** Where the user can be told, and how to add more. */
export function Channels({ settings }: { readonly settings: NotificationSettings }): ReactElement {
  const client = useQueryClient()
  const { isBusy, error, send } = useSending()
  const [shown, setShown] = useState<Readonly<Record<string, ReactNode>>>({})
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey })
  const problems = ADDED_CHANNEL_KINDS.flatMap((kind) => CHANNEL_VIEWS[kind].problem?.() ?? [])
  return (
    <section className={section['section']} aria-labelledby="channels">
      <h3 id="channels">Channels</h3>
      <FormFailure text={error} />
      <ul className={section['list']}>
        <Email email={settings.email} />
        {settings.channels.map((channel) => (
          <ChannelItem key={channel.id} channel={channel} onChanged={changed} />
        ))}
      </ul>
      {ADDED_CHANNEL_KINDS.map((kind) => (
        <Fragment key={kind}>{shown[kind]}</Fragment>
      ))}
      <div className={section['actions']}>
        {ADDED_CHANNEL_KINDS.map((kind) => {
          const { Add } = CHANNEL_VIEWS[kind]
          const show = (what: ReactNode): void => setShown((before) => ({ ...before, [kind]: what }))
          const isShowing = Boolean(shown[kind])
          const sending = { isBusy, send }
          return <Add key={kind} {...{ settings, isShowing }} {...sending} onAdded={changed} onShow={show} />
        })}
      </div>
      {problems.map((problem) => (
        <p key={problem} className={section['note']}>
          {problem}
        </p>
      ))}
    </section>
  )
}

function Email({ email: { address, state } }: Pick<NotificationSettings, 'email'>): ReactElement {
  return (
    <li className={section['item']}>
      <IconMail size={20} stroke={1.5} aria-hidden />
      <span className={section['main']}>
        <strong>Mail</strong>
        <span>{address}</span>
      </span>
      {state === 'on' ? null : (
        <span className={section['facts']}>
          {state === 'off' ? (
            <span>This installation sends no mail.</span>
          ) : (
            <span>
              Confirm the address under{' '}
              <Link
                to="."
                search={((known: object) => ({ ...known, settings: 'security' })) as never}
                className="underlined"
              >
                Security
              </Link>{' '}
              first.
            </span>
          )}
        </span>
      )}
    </li>
  )
}
