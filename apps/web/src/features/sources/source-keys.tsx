import { Button, Group, PasswordInput, Text } from '@mantine/core'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteKey } from '../exchange-keys/use-delete-key.ts'
import { KEY_WANTED } from './key-dialog.tsx'
import { saveKey } from './save-key.ts'
import { SignUp } from './sign-up.tsx'
import classes from './source-keys.module.css'
import { sourceKeyQuery, sourceProvidersQuery } from './sources-queries.ts'

/** The user's keys of data providers: of those that need one, and of those that are on and take one. */
export function SourceKeys(): ReactElement {
  const { data, error, refetch } = useQuery(sourceProvidersQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const shown = data
    .filter(({ keyNeed, isOn }) => keyNeed === 'required' || (keyNeed === 'optional' && isOn))
    .toSorted((a, b) => Number(b.keyNeed === 'required') - Number(a.keyNeed === 'required'))
  if (shown.length === 0) return <EmptyState title="No data provider needs a key" />
  return (
    <div className={classes['keys']}>
      <p className={classes['note']}>
        Keys are stored encrypted. Nobody can read them again, not even you. Each is tried before it is kept.
      </p>
      {shown.map((provider) => (
        <KeyForm key={provider.name} provider={provider} />
      ))}
    </div>
  )
}

function KeyForm({ provider }: { readonly provider: SourceProviderInfo }): ReactElement {
  const { name, title, isOn, keyNeed } = provider
  const client = useQueryClient()
  const { data, error: failure, refetch } = useQuery({ ...sourceKeyQuery(name), enabled: isOn })
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // What a key opens, and what it does not, is asked again.
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['source-dataset', name] })
  }
  const { isBusy, ask } = useDeleteKey({
    text: `The key ${data?.key ?? ''} of ${title} is deleted here. It stays valid at ${title}.`,
    remove: () => saveKey(client, name, null),
    onDeleted: changed,
  })
  const submit = async (): Promise<void> => {
    if (key.trim() === '') {
      setError(KEY_WANTED)
      return
    }
    setSending(true)
    try {
      await saveKey(client, name, key.trim())
      setKey('')
      toastSuccess('API key saved', name)
      await changed()
    } catch (reason) {
      const text = errorText(reason, `Error fetching ${title} data`)
      setError(reason instanceof ApiError ? (reason.fields['key'] ?? text) : text)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      className={classes['form']}
      aria-label={title}
      noValidate
      autoComplete="off"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{title}</h3>
      {keyNeed === 'optional' ? (
        <Text size="sm" c="dimmed">
          It works without a key, with fewer requests.
        </Text>
      ) : null}
      <SignUp provider={provider} />
      {isOn ? null : <Text size="sm">{`${title} is switched off. An administrator can switch it on.`}</Text>}
      {failure !== null && data === undefined ? (
        <ErrorState error={failure} onRetry={() => void refetch()} />
      ) : data?.key ? (
        <Group gap="sm">
          <Text size="sm">Saved key</Text>
          <code>{data.key}</code>
          <Button
            variant="default"
            size="compact-sm"
            loading={isBusy}
            aria-label={`Delete the key of ${title}`}
            onClick={() => void ask()}
          >
            Delete
          </Button>
        </Group>
      ) : null}
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <PasswordInput
          className={classes['field']}
          aria-label={`API key of ${title}`}
          placeholder={data?.key ? 'Replace it by another key' : 'API key'}
          autoComplete="off"
          spellCheck={false}
          disabled={!isOn}
          value={key}
          error={error}
          onChange={(event) => {
            setKey(event.currentTarget.value)
            setError(null)
          }}
        />
        <Button type="submit" disabled={!isOn} loading={isSending}>
          Submit
        </Button>
      </Group>
    </form>
  )
}
