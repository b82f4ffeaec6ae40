import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactElement, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import section from '../../ui/settings-section.module.css'
import classes from './notification-settings.module.css'

interface AddWebhookProps {
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

/** A new webhook, and then the only time that its secret is shown. */
export function AddWebhook({ onAdded, onClose }: AddWebhookProps): ReactElement {
  const [secret, setSecret] = useState<string | null>(null)
  const { isBusy, error, send } = useSending((failure) => failure instanceof ApiError && hasFields(failure))
  const form = useForm({ initialValues: { name: '', url: '' }, clearInputErrorOnChange: true })
  const add = (values: typeof form.values): Promise<void> =>
    send(async () => {
      try {
        setSecret((await call('addNotificationChannel', { body: { kind: 'webhook', ...values } })).secret)
      } catch (failure) {
        if (failure instanceof ApiError && hasFields(failure)) form.setErrors(failure.fields)
        throw failure
      }
      await onAdded()
    })
  if (secret !== null) {
    return (
      <div className={classes['added']}>
        <p className={section['note']}>
          Calls are signed with this secret, which is <strong>shown only now</strong>. The header{' '}
          <code>tradeloom-signature: t=…,v1=…</code> has the HMAC-SHA256 of <code>t.body</code> in hexadecimal.
        </p>
        <LinkToCopy label="Secret" link={secret} copyText="Copy" isFocused />
        <div>
          <Button size="sm" onClick={onClose}>
            I have stored it
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form onSubmit={form.onSubmit((values) => void add(values))} noValidate autoComplete="off">
      <Stack gap="sm" maw={460} className={classes['added'] ?? ''}>
        <FormFailure text={error} />
        <TextInput label="Name" data-autofocus autoFocus {...form.getInputProps('name')} />
        <TextInput
          label="URL"
          type="url"
          description="Called by POST with a JSON body, eight times over a day until it answers 2xx."
          {...form.getInputProps('url')}
        />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={isBusy}>
            Add webhook
          </Button>
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const hasFields = ({ fields }: ApiError): boolean => Object.keys(fields).length > 0
