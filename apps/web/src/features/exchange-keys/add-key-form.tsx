import { Anchor, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import type { endpoints, ExchangeBroker } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { BrokerLogo } from './broker-logo.tsx'
import { fieldsOf, KeyFields, NO_FIELDS } from './key-fields.tsx'

interface AddKeyFormProps {
  readonly brokers: readonly ExchangeBroker[]
  readonly onAdded: () => Promise<void>
  readonly onCancel: () => void
}

type KeyBody = z.input<typeof endpoints.addExchangeKey.body>

const TYPES = { live: 'Live', practice: 'Practice' } as const

/** Only the server judges what is entered. */
const ANYTHING = z.unknown()

/** Enters what connects an account, in the form of its broker. It is tried at once. */
export function AddKeyForm({ brokers, onAdded, onCancel }: AddKeyFormProps): ReactElement {
  const offered = brokers.filter(({ isOn }) => isOn)
  const empty: Record<string, string> = { broker: offered[0]?.broker ?? '', type: '', ...NO_FIELDS }
  const { form, isBusy, failure, submit } = useAuthForm(ANYTHING, empty, async (values) => {
    const { selected, fields, type } = chosenIn(offered, values)
    const entered = Object.fromEntries(fields.map(({ name }) => [name, values[name]]))
    // The fields are those of the form that the number names.
    const body = { formStyle: selected?.formStyle, broker: selected?.broker, type, ...entered } as KeyBody
    const added = await call('addExchangeKey', { body })
    if (added.connectionError === null) toastSuccess('API key added')
    else toastError(added.connectionError)
    await onAdded()
  })
  const { selected, fields, types, type } = chosenIn(offered, form.values)
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="sm" maw={420}>
        <Text size="sm" c="dimmed">
          The key needs the rights to read and to trade. One that can withdraw money is refused.
        </Text>
        <FormFailure text={failure} />
        <Select
          allowDeselect={false}
          label="Exchange"
          leftSection={selected ? <BrokerLogo logo={selected.logo} /> : null}
          data={offered.map(({ broker, name }) => ({ value: broker, label: name }))}
          {...form.getInputProps('broker')}
        />
        {selected ? (
          <Anchor size="sm" href={selected.signUpUrl} target="_blank" rel="noopener noreferrer">
            Open an account at {selected.name}
          </Anchor>
        ) : null}
        {types.length > 1 ? (
          <SegmentedControl
            data={types.map((value) => ({ value, label: TYPES[value] }))}
            aria-label="Type"
            {...form.getInputProps('type')}
            value={type ?? ''}
          />
        ) : null}
        <KeyFields fields={fields} form={form} />
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

/** The broker that is chosen, what it needs, and the type that is meant. */
function chosenIn(offered: readonly ExchangeBroker[], values: Readonly<Record<string, string>>) {
  const selected = offered.find(({ broker }) => broker === values['broker'])
  const fields = fieldsOf(selected?.formStyle)
  const types = selected?.types ?? []
  const type = types.find((one) => one === values['type']) ?? types[0]
  return { selected, fields, types, type }
}
