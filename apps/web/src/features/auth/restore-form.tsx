import { Anchor, Button, Group, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { RestoreState } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { switchAuthMode } from '../../entities/user/auth-prompt.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'

const EMPTY = {
  place: '',
  endpoint: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  backupKey: '',
  setupToken: '',
}
/** The server looks at the rest. */
const FILLED = z.object({ place: z.string().trim().min(1, 'Please enter where the backup is') })
const ASK_EVERY_MS = 1500
const ENDED: ReadonlySet<RestoreState['state']> = new Set(['none', 'failed'])

/** For an installation without users: everything from a backup instead of a first account. */
export function RestoreForm(): ReactElement {
  const { needsSetupToken = false } = useQuery(bootstrapQuery).data ?? {}
  const running = useQuery({
    queryKey: ['restore'],
    queryFn: ({ signal }) => call('getRestore', { signal }),
    // It does not answer while it starts again.
    retry: true,
    refetchInterval: ({ state }) => (ENDED.has(state.data?.state ?? 'none') ? false : ASK_EVERY_MS),
  })
  const { form, isBusy, failure, submit } = useAuthForm(FILLED, EMPTY, async (typed) => {
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
    await call('restoreInstallation', { body: { place: '', ...given } })
    await running.refetch()
  })
  const state = running.data?.state ?? 'none'
  useReloadAfter(state)
  if (!ENDED.has(state)) return <Restoring isAlmostDone={state === 'restarting'} />
  const isStore = form.values.place.trim().startsWith('s3://')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormFailure text={failure ?? running.data?.problem ?? null} />
        <TextInput
          label="Backup"
          description="Where it is: a folder of the server, or s3://bucket/prefix as in the emergency kit"
          data-autofocus
          {...form.getInputProps('place')}
        />
        {isStore ? (
          <>
            <TextInput
              label="Address of the store"
              placeholder="https://s3.example.com"
              {...form.getInputProps('endpoint')}
            />
            <TextInput label="Region" placeholder="us-east-1" {...form.getInputProps('region')} />
            <TextInput label="Access key" autoComplete="off" {...form.getInputProps('accessKeyId')} />
            <PasswordInput label="Secret access key" autoComplete="off" {...form.getInputProps('secretAccessKey')} />
          </>
        ) : null}
        {/^[a-z\d]+:\/\//.test(form.values.place.trim()) ? (
          <PasswordInput
            label="Backup key"
            description="As it was printed"
            autoComplete="off"
            {...form.getInputProps('backupKey')}
          />
        ) : null}
        {needsSetupToken ? (
          <TextInput
            label="Setup token"
            description="The server prints it when it starts"
            autoComplete="off"
            {...form.getInputProps('setupToken')}
          />
        ) : null}
        <Group justify="space-between" mt="xs">
          <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('register')}>
            Create the first account
          </Anchor>
          <Button type="submit" size="sm" loading={isBusy}>
            Restore
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The server that answers then is another one: of the backup. */
function useReloadAfter(state: RestoreState['state']): void {
  useEffect(() => {
    if (state !== 'restarting') return
    const timer = setInterval(() => {
      call('getRestore', {})
        .then((found) => found.state === 'none' && location.assign('/'))
        .catch(() => undefined)
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [state])
}

function Restoring({ isAlmostDone }: { readonly isAlmostDone: boolean }): ReactElement {
  return (
    <Stack gap="sm" align="center" role="status">
      <Loader size="sm" />
      <Text size="sm">
        {isAlmostDone
          ? 'The backup is restored. The server starts again with it; then log in as before.'
          : 'The backup is being restored. This page may be closed meanwhile.'}
      </Text>
      <Text size="xs" c="dimmed">
        Sessions stay stopped and accounts open nothing until their owners allow it. Bring the master key back with
        tradeloom key restore.
      </Text>
    </Stack>
  )
}
