import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Optimization } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../../../entities/user/login.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { rowValues } from './row-values.ts'
import { UseValuesDialog } from './use-values-dialog.tsx'

interface UseValuesButtonProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  readonly index: number
}

/** Makes the externals of a row the defaults of a new version. */
export function UseValuesButton({ optimization, rows, index }: UseValuesButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to save a version')) setOpen(true)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCheck size={14} aria-hidden />}
        onClick={() => void start()}
      >
        Use these values
      </Button>
      <UseValuesDialog
        optimization={optimization}
        values={rowValues(rows, index)}
        index={index}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
