import { Anchor, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSending } from '../../ui/use-sending.ts'
import { closeAuthPrompt, switchAuthMode, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { CodeInput } from '../../entities/user/code-input.tsx'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { signedIn } from '../../entities/user/login.ts'
import { signed, usePasskeys, wasDismissed } from '../../entities/user/passkeys.ts'

/** After the right password: a code of the authenticator, a backup code, or a passkey. */
export function SecondFactorForm(): ReactElement {
  const asked = useAuthPrompt((state) => state.asked)
  const hasPasskeys = usePasskeys() && asked?.methods.includes('passkey') === true
  const [code, setCode] = useState('')
  const [isBackup, setBackup] = useState(false)
  const [remember, setRemember] = useState(false)
  const { isBusy, error, send } = useSending(wasDismissed)
  const [isOver, setOver] = useState(false)
  const challenge = asked?.challenge ?? ''

  const finish = (answer: () => Promise<{ code: string } | { assertion: Awaited<ReturnType<typeof signed>> }>) =>
    send(async () => {
      try {
        await signedIn(await call('loginSecondFactor', { body: { challenge, remember, ...(await answer()) } }))
        closeAuthPrompt(true)
      } catch (failure) {
        setOver(failure instanceof ApiError && failure.code === 'challenge-expired')
        throw failure
      }
    })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void finish(async () => ({ code }))
  }
  const change = (): void => {
    setBackup(!isBackup)
    setCode('')
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isOver ? <FormFailure text={error} /> : null}
        <CodeInput
          key={String(isBackup)}
          isBackup={isBackup}
          data-autofocus
          autoFocus
          value={code}
          error={isOver ? null : error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {asked?.methods.includes('backup-code') === true ? (
          <Anchor component="button" type="button" size="xs" ta="left" onClick={change}>
            {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
          </Anchor>
        ) : null}
        <Checkbox
          size="sm"
          label="Do not ask again in this browser for 30 days"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Group justify="space-between" mt="xs">
          <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('login')}>
            Back to login
          </Anchor>
          <Group gap="xs">
            {hasPasskeys ? (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconFingerprint size={16} aria-hidden />}
                onClick={() => void finish(async () => ({ assertion: await signed(challenge) }))}
              >
                Use a passkey
              </Button>
            ) : null}
            <Button type="submit" size="sm" loading={isBusy}>
              Log in
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
