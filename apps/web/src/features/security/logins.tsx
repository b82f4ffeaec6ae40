import { Badge, Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { OwnLogin } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { methodText } from '../../entities/user/method-text.ts'
import classes from '../../ui/settings-section.module.css'
import { activityQuery, loginsQuery } from './security-queries.ts'

/** Where the user is signed in. */
export function Logins(): ReactElement {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(loginsQuery)
  const { isBusy, error: failure, send } = useSending()
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: loginsQuery.queryKey })
    await client.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  const end = (id: string): Promise<void> =>
    send(async () => {
      await call('endLogin', { params: { id } })
      await changed()
      toastSuccess('Signed out there')
    })
  const endOthers = (): Promise<void> =>
    send(async () => {
      await call('endOtherLogins', {})
      await changed()
      toastSuccess('Signed out everywhere else')
    })
  return (
    <>
      <FormFailure text={failure} />
      <ul className={classes['list']}>
        {data.map((login) => (
          <Login key={login.id} login={login} isBusy={isBusy} onEnd={() => void end(login.id)} />
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          variant="default"
          disabled={data.every(({ isThis }) => isThis)}
          loading={isBusy}
          onClick={() => void endOthers()}
        >
          Sign out everywhere else
        </Button>
      </div>
    </>
  )
}

interface LoginProps {
  readonly login: OwnLogin
  readonly isBusy: boolean
  readonly onEnd: () => void
}

function Login({ login, isBusy, onEnd }: LoginProps): ReactElement {
  const { browser, address, since, lastUsed, method, isThis } = login
  const Icon = /\b(?:iOS|Android)$/.test(browser) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes['item']}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={classes['main']}>
        <strong>{browser}</strong>
        {isThis ? (
          <Badge size="xs" variant="light">
            This one
          </Badge>
        ) : null}
      </span>
      {isThis ? (
        <span />
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isBusy}
          aria-label={`Sign out ${browser} at ${address}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
      <span className={classes['facts']}>
        {address === '' ? null : <span>{address}</span>}
        <span>{methodText(method)}</span>
        <span>
          Since <ClockTime time={since} />
        </span>
        <span>
          Last used <ClockTime time={lastUsed} />
        </span>
      </span>
    </li>
  )
}
