import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import type { ReactElement } from 'react'

interface TableToggleProps {
  readonly isTable: boolean
  readonly onChange: (isTable: boolean) => void
}

/** Shows the values of a chart as a table, or the chart again. */
export function TableToggle({ isTable, onChange }: TableToggleProps): ReactElement {
  return (
    <Button
      size="xs"
      variant={isTable ? 'filled' : 'default'}
      px={8}
      aria-pressed={isTable}
      aria-label="Show as table"
      title="Show as table"
      onClick={() => onChange(!isTable)}
    >
      <IconTable size={14} aria-hidden />
    </Button>
  )
}
