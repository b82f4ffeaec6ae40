import { Button, FileButton, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { endpoints, type TemplateName } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { fieldErrors } from '../../../ui/field-errors.ts'
import { toastError } from '../../../ui/toast.ts'
import { preloadEditor } from '../../../entities/scripts/preload-editor.ts'
import { algorithmQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { fileDrop } from './file-drop.ts'
import { ALGORITHM_FILES } from './read-algorithm-file.ts'
import { TemplatePicker } from './template-picker.tsx'
import { useImportAlgorithm } from './use-import-algorithm.ts'

interface NewAlgorithmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function NewAlgorithmForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [template, setTemplate] = useState<TemplateName>('moving-average-cross')
  // The next page is the editor: it loads while the name is typed.
  useEffect(preloadEditor, [])
  const importing = useImportAlgorithm(onClose)
  const form = useForm({
    initialValues: { name: '', description: '' },
    clearInputErrorOnChange: true,
    validate: (values) => fieldErrors(endpoints.createAlgorithm.body, values),
  })
  const create = useMutation({
    mutationFn: (body: { name: string; description: string; template: TemplateName }) =>
      call('createAlgorithm', { body }),
    onSuccess: async (algorithm) => {
      onClose()
      client.setQueryData(algorithmQuery(algorithm.id, true).queryKey, algorithm)
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      await navigate({ to: '/algorithms/$algorithmId/edit', params: { algorithmId: algorithm.id } })
    },
    onError: (error) => toastError(errorText(error)),
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate({ ...values, template }))} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus maxLength={120} {...form.getInputProps('name')} />
        <Textarea label="Description" autosize minRows={2} maxRows={4} {...form.getInputProps('description')} />
        <TemplatePicker value={template} onChange={setTemplate} />
        <Group justify="space-between" gap="xs">
          <FileButton accept={ALGORITHM_FILES} onChange={(file) => file && importing.mutate(file)}>
            {(props) => (
              <Button
                size="sm"
                variant="subtle"
                loading={importing.isPending}
                {...props}
                {...fileDrop((file) => importing.mutate(file))}
              >
                Import a file…
              </Button>
            )}
          </FileButton>
          <Group gap="xs">
            <Button size="sm" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button size="sm" type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

export function NewAlgorithmDialog({ isOpen, onClose }: NewAlgorithmDialogProps): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="New algorithm" size={760}>
      <NewAlgorithmForm onClose={onClose} />
    </Dialog>
  )
}
