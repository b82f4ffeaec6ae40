import { Anchor, Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { socket } from '../../realtime/socket.ts'
import { useSending } from '../../ui/use-sending.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { CodeInput } from '../../entities/user/code-input.tsx'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { QrCode } from './qr-code.tsx'
import classes from '../../ui/settings-section.module.css'
import { activityQuery, securityQuery } from './security-queries.ts'

type State = Reply<'getSecurity'>['twoFactor']
type Setup = Reply<'beginTwoFactor'>

/** Turns the question for a code on and off. */
export function TwoFactor({ state }: { readonly state: State }): ReactElement {
  const client = useQueryClient()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, error, send } = useSending()
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: securityQuery.queryKey })
    await client.invalidateQueries({ queryKey: activityQuery.queryKey })
    const wasRefused = client.getQueryData(bootstrapQuery.queryKey)?.refusedWithoutFactors ?? 'nothing'
    if (wasRefused === 'nothing') return
    // Everything that was refused until now.
    socket.restart()
    await client.invalidateQueries()
  }
  if (codes !== null) return <BackupCodes codes={codes} onDone={() => setCodes(null)} />
  if (setup !== null) {
    const enabled = (made: readonly string[]): Promise<void> => {
      setCodes(made)
      setSetup(null)
      return changed()
    }
    return <SetUp setup={setup} onEnabled={enabled} onCancel={() => setSetup(null)} />
  }
  const begin = (): Promise<void> => send(async () => setSetup(await call('beginTwoFactor', {})))
  if (state.enabled === null) {
    return (
      <>
        <FormFailure text={error} />
        <p className={classes['note']}>
          Logging in will also need a code from an authenticator app, so a stolen password is not enough.
        </p>
        <div className={classes['row']}>
          <span className={classes['state']}>
            <IconShieldOff size={16} aria-hidden /> Off
          </span>
          <Button size="sm" loading={isBusy} onClick={() => void begin()}>
            Turn on
          </Button>
        </div>
      </>
    )
  }
  const renew = (): Promise<void> =>
    send(async () => {
      setCodes((await call('renewBackupCodes', {})).backupCodes)
      await changed()
    })
  return (
    <>
      <FormFailure text={error} />
      <IsOn state={state} />
      <div className={classes['row']}>
        <Button size="sm" variant="default" disabled={isBusy} onClick={() => void renew()}>
          New backup codes
        </Button>
        <Button size="sm" variant="default" disabled={isBusy} onClick={() => void turnOff(send, changed)}>
          Turn off
        </Button>
      </div>
    </>
  )
}

function IsOn({ state: { enabled, backupCodesLeft } }: { readonly state: State }): ReactElement {
  const left =
    backupCodesLeft === 0 ? 'No backup codes are left' : `${formatCount(backupCodesLeft, 'backup code')} left`
  return (
    <div className={classes['row']}>
      <span className={classes['state']} data-is-on>
        <IconShieldCheck size={16} aria-hidden />
        <span>
          On since <ClockTime time={enabled} />. {left}.
        </span>
      </span>
    </div>
  )
}

async function turnOff(
  send: (work: () => Promise<void>) => Promise<void>,
  changed: () => Promise<void>,
): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Turn off two-factor login',
    text: 'Anyone who knows your password can then log in. Your backup codes become invalid.',
    confirm: 'Turn off',
    isDestructive: true,
  })
  if (!isSure) return
  await send(async () => {
    await call('disableTwoFactor', {})
    await changed()
    toastSuccess('Two-factor login is off')
  })
}

interface SetUpProps {
  readonly setup: Setup
  readonly onEnabled: (codes: readonly string[]) => Promise<void>
  readonly onCancel: () => void
}

function SetUp({ setup: { secret, uri }, onEnabled, onCancel }: SetUpProps): ReactElement {
  const [code, setCode] = useState('')
  const [isShown, setShown] = useState(false)
  const { isBusy, error, send } = useSending()
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void send(async () => onEnabled((await call('enableTwoFactor', { body: { code } })).backupCodes))
  }
  return (
    <form onSubmit={submit} noValidate className={classes['setup']}>
      <QrCode className={classes['qr']} text={uri} label="QR code for your authenticator app" />
      <div className={classes['steps']}>
        <div>
          Scan this with your authenticator app.{' '}
          {isShown ? (
            <>
              Or enter the key: <code className={classes['secret']}>{secret.match(/.{4}/g)?.join(' ')}</code>
            </>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => setShown(true)}>
              Cannot scan it?
            </Anchor>
          )}
        </div>
        <CodeInput autoFocus value={code} error={error} onChange={(event) => setCode(event.currentTarget.value)} />
        <div className={classes['row']}>
          <Button type="submit" size="sm" loading={isBusy}>
            Turn on
          </Button>
          <Button size="sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
