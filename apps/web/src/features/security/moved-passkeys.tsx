import { IconAlertTriangle } from '@tabler/icons-react'
import type { Passkey } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatCount } from '../../ui/format.ts'
import { identitiesQuery } from '../../entities/user/identities-query.ts'
import classes from '../../ui/settings-section.module.css'

interface MovedPasskeysProps {
  readonly passkeys: readonly Passkey[]
  /** The site that passkeys work for. */
  readonly host: string | null
}

/** Warns of passkeys that were made for another address of this site, and says what to do. */
export function MovedPasskeys({ passkeys, host }: MovedPasskeysProps): ReactElement | null {
  const { data } = useQuery(identitiesQuery)
  const moved = passkeys.filter((one) => one.host !== host)
  if (moved.length === 0) return null
  const hosts = [...new Set(moved.map((one) => one.host))].join(', ')
  const [they, them] = moved.length === 1 ? ['It was', 'the old one'] : ['They were', 'the old ones']
  const isLocked = data?.isWithoutPassword === true && data.identities.length === 0 && moved.length === passkeys.length
  return (
    <div className={classes['alert']} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <div>
        <strong>{formatCount(moved.length, 'passkey')} cannot be used here.</strong> {they} made for {hosts}, and this
        site is {host === null ? 'reached without a host name or without TLS' : `${host} now`}. Passkeys cannot be
        moved:{' '}
        {host === null
          ? `log in with a password until this site has a host name and TLS, and open it at ${hosts} if it still exists.`
          : `add a new one on each of your devices, then remove ${them}.`}
        {isLocked ? ' You have no other way to log in: add a passkey or choose a password before you log out.' : null}
      </div>
    </div>
  )
}
