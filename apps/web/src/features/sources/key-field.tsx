import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteKey } from '../../ui/use-delete-key.ts'
import { KEY_WANTED } from './key-dialog.tsx'
import classes from './source-keys.module.css'

interface KeyFieldProps {
  /** Of the provider. */
  readonly title: string
  /** What the key is called, for screen readers. */
  readonly label: string
  /** The end of the key that is kept. */
  readonly saved: string | null
  readonly isOn: boolean
  /** Keeps a key, or deletes it. */
  readonly send: (key: string | null) => Promise<unknown>
}

/** The field of a key: one that works is kept, its end is shown, and it can be replaced and deleted. */
export function KeyField({ title, label, saved, isOn, send }: KeyFieldProps): ReactElement {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const { isBusy, ask } = useDeleteKey({
    text: `The key ${saved ?? ''} of ${title} is deleted here. It stays valid at ${title}.`,
    remove: () => send(null),
    onDeleted: async () => undefined,
  })
  const submit = async (): Promise<void> => {
    if (key.trim() === '') {
      setError(KEY_WANTED)
      return
    }
    setSending(true)
    try {
      await send(key.trim())
      setKey('')
      toastSuccess('API key saved', title)
    } catch (reason) {
      const text = errorText(reason, `Error fetching ${title} data`)
      setError(reason instanceof ApiError ? (reason.fields['key'] ?? text) : text)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      className={classes['fields']}
      aria-label={title}
      noValidate
      autoComplete="off"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {saved === null ? null : (
        <Group gap="sm">
          <Text size="sm">Saved key</Text>
          <code>{saved}</code>
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
      )}
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <PasswordInput
          className={classes['field']}
          aria-label={label}
          placeholder={saved === null ? 'API key' : 'New API key'}
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
        <Button type="submit" size="sm" disabled={!isOn} loading={isSending}>
          Submit
        </Button>
      </Group>
    </form>
  )
}
