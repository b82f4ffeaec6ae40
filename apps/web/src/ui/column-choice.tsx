import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ReactElement } from 'react'

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly name: string }[]
  readonly shown: readonly string[]
  readonly onChange: (shown: string[]) => void
}

/** Chooses the columns of a table. */
export function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps): ReactElement {
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }} aria-label="Table columns">
        <Checkbox.Group value={[...shown]} onChange={onChange}>
          <Stack gap={6}>
            {columns.map(({ id, name }) => (
              <Checkbox key={id} size="xs" value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
