import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Issuer } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { NetworkIcon } from '../../entities/user/network-icon.tsx'
import { AdminPage } from './admin-page.tsx'
import { issuersQuery } from './admin-queries.ts'
import { IssuerForm } from './issuer-form.tsx'
import classes from './sign-in-page.module.css'

/** With what users sign in besides passwords. */
export function SignInPage(): ReactElement {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      Add issuer
    </Button>
  )
  return (
    <AdminPage title="Sign-in" actions={add}>
      {() => <Issuers isAdding={isAdding} onClosed={() => setAdding(false)} />}
    </AdminPage>
  )
}

interface IssuersProps {
  readonly isAdding: boolean
  readonly onClosed: () => void
}

function Issuers({ isAdding, onClosed }: IssuersProps): ReactElement {
  const { data, error, refetch } = useQuery(issuersQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      {data.passwordsAreOff ? (
        <Banner
          tone="warn"
          text="Password login is off. If no issuer answers, create a link with tradeloom user login-link NAME."
        />
      ) : null}
      {isAdding ? <IssuerForm known={null} onClosed={onClosed} /> : null}
      {data.issuers.length === 0 && !isAdding ? (
        <EmptyState
          title="No issuers"
          text="Users log in with passwords and passkeys. Add your own issuer, or set up Google or Microsoft in the configuration."
        />
      ) : null}
      {data.issuers.map((one) => (
        <IssuerPanel key={one.network} issuer={one} />
      ))}
    </>
  )
}

function IssuerPanel({ issuer: known }: { readonly issuer: Issuer }): ReactElement {
  const { id, network, label, issuer, clientId, hasSecret, isTrustedForEmail, isTrustedForFactors, callback, users } =
    known
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const { isBusy, error, send } = useSending()
  const remove = async (): Promise<void> => {
    if (id === null) return
    const isSure = await askToConfirm({
      title: `Remove ${label}`,
      text: `${formatCount(users, 'user')} can no longer log in with ${label} and need another method. Their connections are kept.`,
      confirm: 'Remove',
      isDestructive: true,
    })
    if (!isSure) return
    await send(async () => {
      await call('removeIssuer', { params: { id } })
      toastSuccess(`${label} is removed`)
      await client.invalidateQueries({ queryKey: issuersQuery.queryKey })
    })
  }
  if (isChanging) return <IssuerForm known={known} onClosed={() => setChanging(false)} />
  const actions = (
    <>
      <Button size="xs" variant="default" onClick={() => setChanging(true)} aria-label={`Change ${label}`}>
        Change
      </Button>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void remove()} aria-label={`Remove ${label}`}>
        Remove
      </Button>
    </>
  )
  return (
    <Panel title={label} detail={formatCount(users, 'user')} actions={id === null ? undefined : actions}>
      <FormFailure text={error} />
      <dl className={classes['facts']}>
        <dt>Short name</dt>
        <dd className={classes['name']}>
          <NetworkIcon network={network} /> {network}
        </dd>
        <dt>Issuer</dt>
        <dd>{issuer}</dd>
        <dt>Client id</dt>
        <dd>{clientId}</dd>
        <dt>Secret</dt>
        <dd>{id === null ? 'In a file of the configuration' : hasSecret ? 'Stored sealed' : 'None'}</dd>
        <dt>Addresses</dt>
        <dd>{isTrustedForEmail ? 'Accepted if confirmed by the issuer' : 'Confirmed by mail only'}</dd>
        <dt>Second factor</dt>
        <dd>{isTrustedForFactors ? 'Accepted from the issuer' : 'Always required here'}</dd>
      </dl>
      <LinkToCopy label="Callback address" link={callback} />
    </Panel>
  )
}
