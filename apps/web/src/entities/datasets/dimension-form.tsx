import { Button, Select, Stack, Text } from '@mantine/core'
import type { SourceDatasetReply } from '@tradeloom/contracts'
import { type ReactElement, type SyntheticEvent, useState } from 'react'

interface DimensionFormProps {
  readonly dimensions: NonNullable<SourceDatasetReply['meta']['dimensions']>
  /** The choice as it follows the code of the dataset. */
  readonly onChoose: (choice: string) => void
}

/** Chooses what is shown of a dataset of many series. */
export function DimensionForm({ dimensions, onChoose }: DimensionFormProps): ReactElement {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(dimensions.map(({ code, values }) => [code, values[0]?.code ?? ''])),
  )
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    onChoose(new URLSearchParams(dimensions.map(({ code }) => [code, chosen[code] ?? ''])).toString())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" p={12} maw={420}>
        <Text size="sm">This dataset has many series. Choose one.</Text>
        {dimensions.map(({ code, label, values }) => (
          <Select
            key={code}
            size="xs"
            label={label}
            searchable
            allowDeselect={false}
            limit={200}
            data={values.map((one) => ({ value: one.code, label: one.label }))}
            value={chosen[code] ?? null}
            onChange={(value) => value !== null && setChosen({ ...chosen, [code]: value })}
          />
        ))}
        <div>
          <Button type="submit" size="sm">
            Show
          </Button>
        </div>
      </Stack>
    </form>
  )
}
