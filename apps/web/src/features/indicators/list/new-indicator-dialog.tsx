import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { endpoints } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { fieldErrors } from '../../../ui/field-errors.ts'
import { toastError } from '../../../ui/toast.ts'

interface NewIndicatorDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly key: string
}

/** An empty key is derived from the name. */
const toBody = ({ name, key }: Values) => (key === '' ? { name } : { name, key })

function NewIndicatorForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', key: '' },
    clearInputErrorOnChange: true,
    validate: (values) => fieldErrors(endpoints.createIndicator.body, toBody(values)),
  })
  const create = useMutation({
    mutationFn: (values: Values) => call('createIndicator', { body: toBody(values) }),
    onSuccess: async ({ id }) => {
      onClose()
      void client.invalidateQueries({ queryKey: ['indicators'] })
      await navigate({ to: '/indicators/$indicatorId/edit', params: { indicatorId: id } })
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors({ ...error.fields })
      else toastError(errorText(error))
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus maxLength={120} {...form.getInputProps('name')} />
        <TextInput
          label="Key"
          description="How algorithms call it: indicators.Key(…). Left empty, it is made from the name."
          maxLength={40}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('key')}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={create.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function NewIndicatorDialog({ isOpen, onClose }: NewIndicatorDialogProps): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="New indicator" size={440}>
      <NewIndicatorForm onClose={onClose} />
    </Dialog>
  )
}
