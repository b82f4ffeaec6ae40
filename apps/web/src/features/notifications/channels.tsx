import { IconMail } from '@tabler/icons-react'
import type { NotificationSettings } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import classes from './notification-settings.module.css'

/** Where the user can be told, and how to add more. */
export function Channels({ settings }: { readonly settings: NotificationSettings }): ReactElement {
  return (
    <section className={classes['section']} aria-labelledby="channels">
      <h3 id="channels">Channels</h3>
      <ul className={classes['list']}>
        <Email email={settings.email} />
      </ul>
    </section>
  )
}

function Email({ email: { address, state } }: Pick<NotificationSettings, 'email'>): ReactElement {
  return (
    <li className={classes['item']}>
      <IconMail size={20} stroke={1.5} aria-hidden />
      <span className={classes['main']}>
        <strong>Mail</strong>
        <span>{address}</span>
      </span>
      <span className={classes['facts']}>
        {state === 'on' ? <span>Used</span> : null}
        {state === 'off' ? <span>This installation sends no mail.</span> : null}
        {state === 'unconfirmed' ? (
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
        ) : null}
      </span>
    </li>
  )
}
