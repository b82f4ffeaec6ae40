import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { loadModals } from '../../ui/modals.tsx'
import { nameProblem } from '../../entities/panels/layout-names.ts'
import { useLayouts } from '../../entities/panels/layouts-store.ts'

interface Question {
  readonly title: string
  readonly confirm: string
  /** The present name, to be changed. */
  readonly name?: string
  /** Offers to begin with the panels of this layout. */
  readonly copyOf?: string
}

interface WantedLayout {
  readonly name: string
  readonly isCopy: boolean
}

type LayoutFormProps = Question & { readonly onEnd: (wanted: WantedLayout | null) => void }

function LayoutForm({ confirm, name = '', copyOf, onEnd }: LayoutFormProps): ReactElement {
  const [text, setText] = useState(name)
  const [from, setFrom] = useState('copy')
  const [error, setError] = useState<string | null>(null)
  const own = useLayouts((state) => state.own)
  const submit = (): void => {
    const wanted = text.trim()
    const problem = nameProblem(
      wanted,
      own.filter((layout) => layout.name !== name),
    )
    setError(problem)
    if (problem === null) onEnd({ name: wanted, isCopy: from === 'copy' })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setError(null)
          }}
        />
        {copyOf === undefined ? null : (
          <Radio.Group label="Begin with" value={from} onChange={setFrom}>
            <Stack gap={6} mt={4}>
              <Radio value="copy" label={`The panels of ${copyOf}`} />
              <Radio value="empty" label="No panels" />
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={() => onEnd(null)}>
            Cancel
          </Button>
          <Button size="sm" type="submit">
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the name of a layout; null when the dialog was closed. */
export async function askForLayout(question: Question): Promise<WantedLayout | null> {
  const modals = await loadModals()
  return new Promise((resolve) => {
    const end = (wanted: WantedLayout | null): void => {
      resolve(wanted)
      modals.close(id)
    }
    const id: string = modals.open({
      title: question.title,
      size: 400,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <LayoutForm {...question} onEnd={end} />,
      onClose: () => resolve(null),
    })
  })
}
