import { Button, Checkbox, Group, Stack, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { API_SCOPES, type ApiScope } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { toastError } from '../../ui/toast.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import type { MadeKey } from './new-secret.tsx'

interface AddApiKeyFormProps {
  readonly onMade: (key: MadeKey) => Promise<void>
  readonly onCancel: () => void
}

const SCOPES: Record<ApiScope, { readonly label: string; readonly description: string }> = {
  read: { label: 'Read', description: 'Algorithms, runs, results, prices, positions and orders' },
  write: { label: 'Write', description: 'Change algorithms and indicators, start and delete runs' },
  trade: { label: 'Trade', description: 'Start sessions, open and close positions. Needs an end or addresses' },
}
const ADDRESSES = /^addresses(\.|$)/

/** What a new key may do, how long and from where. Only the server judges what is entered. */
export function AddApiKeyForm({ onMade, onCancel }: AddApiKeyFormProps): ReactElement {
  const [isBusy, setBusy] = useState(false)
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({
    initialValues: {
      label: '',
      scopes: ['read'] as ApiScope[],
      expires: null as string | null,
      addresses: [] as string[],
    },
    clearInputErrorOnChange: true,
  })
  const send = async ({ expires, ...rest }: typeof form.values): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      // It works through its last day.
      await onMade(await call('createApiKey', { body: { ...rest, expires: expires && `${expires}T23:59:59Z` } }))
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      const errors = Object.fromEntries(fields.map(([path, text]) => [ADDRESSES.test(path) ? 'addresses' : path, text]))
      if (fields.length > 0) form.setErrors(errors)
      else if (error instanceof ApiError && error.status === 409) setFailure(error.message)
      else toastError('Error creating API key. Please try again')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={form.onSubmit((values) => void send(values))} noValidate autoComplete="off">
      <Stack gap="sm" maw={460}>
        <FormFailure text={failure} />
        <TextInput
          label="Label"
          description="What uses the key, to distinguish it from others"
          autoComplete="off"
          autoFocus
          {...form.getInputProps('label')}
        />
        <Checkbox.Group label="May do" {...form.getInputProps('scopes')}>
          <Stack gap={8} mt={6}>
            {API_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} {...SCOPES[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DayInput label="Expires after (optional)" firstDay={today} {...form.getInputProps('expires')} />
        <TagsInput
          label="Addresses (optional)"
          description="From which it may be used, such as 203.0.113.7 or 10.0.0.0/8"
          acceptValueOnBlur
          splitChars={[',', ' ', ';']}
          {...form.getInputProps('addresses')}
        />
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={isBusy}>
            Add API key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
