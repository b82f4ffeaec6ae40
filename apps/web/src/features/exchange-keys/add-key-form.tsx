import { Button, Group, PasswordInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { endpoints } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'

interface AddKeyFormProps {
  readonly brokers: z.infer<typeof endpoints.listExchangeBrokers.response>
  readonly onAdded: () => Promise<void>
  readonly onCancel: () => void
}

const TYPES = { live: 'Live', practice: 'Practice' } as const

/** Enters a key, which is tried at once. The form with a key and a secret has the number 4. */
const FORM_STYLE = 4

/** Only the server judges what is entered. */
const ANYTHING = z.unknown()

export function AddKeyForm({ brokers, onAdded, onCancel }: AddKeyFormProps): ReactElement {
  const offered = brokers.filter(({ isOn }) => isOn).map(({ broker, name }) => ({ value: broker, label: name }))
  const empty = { broker: offered[0]?.value ?? '', type: 'live', apiKey: '', apiSecret: '' }
  const { form, isBusy, failure, submit } = useAuthForm(ANYTHING, empty, async (values) => {
    const body = { ...values, type: values.type === 'practice' ? 'practice' : 'live', formStyle: FORM_STYLE } as const
    const added = await call('addExchangeKey', { body })
    if (added.connectionError === null) toastSuccess('API key added')
    else toastError(added.connectionError)
    await onAdded()
  })
  const { types: offeredTypes = [] } = brokers.find(({ broker }) => broker === form.values.broker) ?? {}
  const types = offeredTypes.map((value) => ({ value, label: TYPES[value] }))
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="sm" maw={420}>
        <Text size="sm" c="dimmed">
          The key needs the rights to read and to trade. One that can withdraw money is refused.
        </Text>
        <FormFailure text={failure} />
        <Select allowDeselect={false} label="Exchange" data={offered} {...form.getInputProps('broker')} />
        {types.length > 1 ? <SegmentedControl data={types} aria-label="Type" {...form.getInputProps('type')} /> : null}
        <TextInput label="API key" autoComplete="off" spellCheck={false} {...form.getInputProps('apiKey')} />
        <PasswordInput label="API secret" autoComplete="off" {...form.getInputProps('apiSecret')} />
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onCancel}>
            Back
          </Button>
          <Button type="submit" size="sm" loading={isBusy}>
            Add API key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
