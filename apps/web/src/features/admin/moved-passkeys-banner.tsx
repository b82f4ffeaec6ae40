import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { formatCount } from '../../ui/format.ts'
import { issuersQuery } from './admin-queries.ts'

/** Says that passkeys have stopped working because the address of the site has changed. */
export function MovedPasskeysBanner(): ReactElement | null {
  const { data } = useQuery(issuersQuery)
  if (data === undefined || data.movedPasskeys.passkeys === 0) return null
  const { host, hosts, passkeys, users, lockedOut } = data.movedPasskeys
  const here = host === null ? 'without a host name and TLS in PUBLIC_URL' : `at ${host}`
  const locked =
    lockedOut === 0
      ? ''
      : ` ${formatCount(lockedOut, 'user')} cannot log in any other way: send a link for a password on Users.`
  const text = `${formatCount(passkeys, 'passkey')} of ${formatCount(users, 'user')} cannot be used ${here}: made for ${hosts.join(', ')}. Passkeys cannot be moved; their users add new ones.${locked}`
  return <Banner tone="warn" text={text} />
}
